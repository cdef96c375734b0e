// target: both
// flags: --malloc-may-fail
// expect: unsafe assertion
// line: 10
// replay: no
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    everypath_assert(setenv("LEVEL", "3", 1) == 0);
    return 0;
}
