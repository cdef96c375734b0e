// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* Even numbers come to 20. */
int main(void) {
    unsigned x = 0;
    while (everypath_bool("again")) {
        x += 2;
        assert(x != 20);
    }
    return 0;
}
