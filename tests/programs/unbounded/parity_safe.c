// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Even for ever, also where the counter wraps. */
int main(void) {
    unsigned x = 0;
    while (everypath_bool("again")) {
        x += 2;
    }
    assert(x % 2 == 0);
    return 0;
}
