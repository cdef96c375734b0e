// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* Products that cannot leave their range, since quotients say so: the guards of CERT C, INT32-C and INT30-C. */
static int product(int a, int b) {
    if (a > 0) {
        if (b > 0 ? a > INT_MAX / b : b < INT_MIN / a) return 0;
    } else if (b > 0 ? a < INT_MIN / b : a != 0 && b < INT_MAX / a) {
        return 0;
    }
    return a * b;
}

static size_t bytes(size_t count, size_t size) {
    if (count != 0 && size > SIZE_MAX / count) return 0;
    size_t all = count * size;
    everypath_assert(count == 0 || all / count == size);
    return all;
}

int main(void) {
    int a = everypath_int("a"), b = everypath_int("b");
    int c = product(a, b);
    everypath_assert(a <= 0 || b <= 0 || c >= 0);
    size_t count, size;
    EVERYPATH_SYMBOLIC(count);
    EVERYPATH_SYMBOLIC(size);
    everypath_assert(size == 0 || bytes(count, size) >= count || count > SIZE_MAX / size);
    return 0;
}
