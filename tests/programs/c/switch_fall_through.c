// target: lp64
// expect: unsafe assertion
// line: 14
// input: n = 3
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), steps = 0;
    switch (n) {
        case 3: steps++; /* fall through */
        case 2: steps++; /* fall through */
        case 1: steps++;
    }
    everypath_assert(steps != 3);
    return 0;
}
