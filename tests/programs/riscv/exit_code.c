// target: both
// flags: --check nonzero-exit
// expect: unsafe nonzero-exit
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    return x > 100 ? 3 : 0;
}
