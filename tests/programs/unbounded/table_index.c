// target: lp64
// expect: unsafe
#include <assert.h>
#include <everypath.h>

/* It wraps one too late. */
unsigned table[4];
int main(void) {
    unsigned at = 0;
    while (everypath_bool("more")) {
        table[at]++;
        at = at == 4 ? 0 : at + 1;
    }
    return table[at] == 1;
}
