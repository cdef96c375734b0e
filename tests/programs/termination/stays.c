// expect: unsafe
#include <everypath.h>

/* An iteration may change nothing. */
int main(void) {
    unsigned n = everypath_unsigned("n");
    while (n > 0)
        if (everypath_bool("less")) n--;
    return 0;
}
