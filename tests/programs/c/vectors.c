// target: lp64
// expect: safe
#include <everypath.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    int x = everypath_range(-1000, 1000, "x");
    four a = {x, 2, 3, 4}, b = {1, x, 1, 1}, c = a + b;
    c[3] *= 2;
    four shuffled = __builtin_shufflevector(a, b, 1, 5, 0, 4);
    everypath_assert(c[0] == x + 1 && c[1] == x + 2 && c[3] == 10);
    everypath_assert(shuffled[1] == x && shuffled[2] == x && shuffled[0] == 2);
    return 0;
}
