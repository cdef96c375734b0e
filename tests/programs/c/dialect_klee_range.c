// target: lp64
// expect: unsafe assertion
// line: 11
// input: x = 19
// input: y = 3
#include <klee/klee.h>

int main(void) {
    int x = klee_range(10, 20, "x"), y = klee_int("y");
    if (x == 19 && y == 3) {
        klee_report_error(__FILE__, __LINE__, "reached", "user");
    }
    klee_assert(x >= 10 && x < 20 && !(x == 19 && y == 3));
    return 0;
}
