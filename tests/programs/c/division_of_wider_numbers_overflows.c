// target: lp64
// expect: unsafe signed-division-overflow
#include <everypath.h>

int main(void) {
    __int128 number = everypath_i64("high") * ((__int128)1 << 64);
    int by = everypath_i32("by");
    everypath_assume(by != 0);
    return number / by == 7;
}
