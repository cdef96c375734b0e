// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int64_t a = everypath_i64("a");
    if (a > 0x100000000ll) {
        everypath_assert((a >> 32) != 0);
    } else {
        everypath_assert((a >> 32) <= 1);
    }
    return 0;
}
