// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), steps = 0;
    switch (n) {
        case 3: steps++; /* fall through */
        case 2: steps++; /* fall through */
        case 1: steps++;
    }
    everypath_assert(steps == (n <= 3 ? n : 0));
    return 0;
}
