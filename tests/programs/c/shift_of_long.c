// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    uint64_t x = everypath_u64("x");
    unsigned n = everypath_unsigned("n");
    everypath_assume(n >= 1 && n <= 63);
    everypath_assert((x << n | x >> (64 - n)) != 0 || x == 0);
    everypath_assert((int64_t)x >> 63 == ((int64_t)x < 0 ? -1 : 0));
    return 0;
}
