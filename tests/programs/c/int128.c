// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    uint64_t x = everypath_u64("x"), y = everypath_u64("y");
    unsigned __int128 sum = (unsigned __int128)x + y;
    everypath_assert((uint64_t)(sum >> 64) == (x + y < x));
    everypath_assert((uint64_t)sum == x + y);
    return 0;
}
