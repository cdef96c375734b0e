// target: lp64
// expect: unsafe division-by-zero
// line: 10
// input: d = 7
#include <everypath.h>

int main(void) {
    unsigned d = everypath_unsigned("d");
    everypath_assume(d < 100);
    unsigned r = 50 % (d - 7);
    everypath_assert(r <= 50);
    return 0;
}
