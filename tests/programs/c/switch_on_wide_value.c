// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    uint64_t x = everypath_u64("x");
    int kind = 0;
    switch (x) {
        case 0: kind = 1; break;
        case 0x100000000: kind = 2; break;
        case 0xffffffffffffffff: kind = 3; break;
    }
    everypath_assert((kind != 0) == (x == 0 || x == 1ull << 32 || x + 1 == 0));
    return 0;
}
