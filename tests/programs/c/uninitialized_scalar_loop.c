// target: both
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 17
// replay: no
// A variable of the loop's body is new in each iteration: what the first one wrote is gone.
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n < 4);
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned step;
        if (i != 2)
            step = i;
        sum += step;
    }
    return sum > 100;
}
