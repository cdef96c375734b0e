// expect: safe
#include <everypath.h>

/* Two loops, one in the other. */
int main(void) {
    unsigned n = everypath_unsigned("n");
    for (unsigned i = 0; i < n; i++) {
        unsigned j = n;
        while (j > i) j--;
    }
    return 0;
}
