// expect: incomplete
#include <everypath.h>

/* What one loop makes smaller the other makes larger. */
int main(void) {
    unsigned n = everypath_unsigned("n"), m = 0;
    while (n > 0) {
        while (n > 0) {
            n--;
            m++;
        }
        while (m > 1) {
            m--;
            n++;
        }
        m = 2;
        n = n ? n : everypath_unsigned("more");
    }
    return 0;
}
