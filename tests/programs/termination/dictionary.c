// expect: safe
#include <everypath.h>

/* The second value may grow where the first becomes smaller. */
int main(void) {
    unsigned a = everypath_unsigned("a"), b = everypath_unsigned("b");
    while (a > 0) {
        if (b > 0) {
            b--;
        } else {
            a--;
            b = everypath_unsigned("c");
        }
    }
    return 0;
}
