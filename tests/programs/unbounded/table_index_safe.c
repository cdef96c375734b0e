// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* An index that wraps by itself stays in its table. */
unsigned table[4];
int main(void) {
    unsigned at = 0;
    while (everypath_bool("more")) {
        table[at]++;
        at = at == 3 ? 0 : at + 1;
    }
    return table[at] == 1;
}
