// target: both
// expect: safe
#include <everypath.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    four a = {8, -8, 8, 8}, b = {1, everypath_range(1, 3, "x"), 1, 1}, c = a / b, d = a % b;
    everypath_assert(c[1] * b[1] + d[1] == -8 && c[0] == 8);
    return 0;
}
