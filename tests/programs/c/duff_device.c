// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n"), done = 0;
    everypath_assume(n >= 1 && n <= 9);
    unsigned rounds = (n + 3) / 4;
    switch (n % 4) {
        case 0: do { done++; /* fall through */
        case 3:      done++; /* fall through */
        case 2:      done++; /* fall through */
        case 1:      done++;
                } while (--rounds > 0);
    }
    everypath_assert(done == n);
    return 0;
}
