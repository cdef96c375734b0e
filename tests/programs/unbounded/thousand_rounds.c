// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The 1,000th round goes wrong. */
int main(void) {
    unsigned rounds = 0;
    while (everypath_bool("again")) {
        rounds++;
        assert(rounds < 1000);
    }
    return 0;
}
