// target: lp64
// flags: --unwind 10
// expect: incomplete
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), i = 0;
    while (i < n) i++;
    everypath_assert(i == n);
    return 0;
}
