// expect: unsafe
#include <everypath.h>

/* A jump from behind the loop into it. */
int main(void) {
    unsigned n = everypath_unsigned("n");
again:
    while (n > 5) n--;
    n += 3;
    if (everypath_bool("again")) goto again;
    return 0;
}
