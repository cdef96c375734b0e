// target: lp64
// expect: unsafe assertion
// line: 16
// input: x = 72
// input: y = 105
#include <klee/klee.h>

/* The second preference contradicts the first and counts for nothing. */
int main(void) {
    int x = klee_int("x"), y = klee_int("y");
    klee_prefer_cex(&x, x == 72);
    klee_prefer_cex(&x, x == 73);
    klee_prefer_cex(&y, y > 100);
    klee_prefer_cex(&y, y < 106);
    klee_prefer_cex(&y, (y & 1) & (y > 103));
    klee_assert(x < 70 || y < 50);
    return 0;
}
