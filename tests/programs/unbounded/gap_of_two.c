// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* They do not where one wraps at eight bits. */
int main(void) {
    unsigned char a = 0;
    unsigned b = 7;
    while (everypath_bool("more")) {
        a++;
        b++;
    }
    assert(b - a == 7);
    return 0;
}
