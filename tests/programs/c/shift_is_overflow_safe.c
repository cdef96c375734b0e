// target: both
// machine: no, shifts are defined there
// flags: --property no-overflow
// expect: safe
#include <everypath.h>

int main(void) {
    return everypath_range(1024, 2000, "x") << everypath_range(0, 20, "z");
}
