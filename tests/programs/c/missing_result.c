// target: both
// expect: unsafe unreachable
// replay: no, no sanitizer of C looks at it
// line: 16
// input: x = -2147483648
#include <everypath.h>

static int sign(int x) {
    if (x > 0) return 1;
    if (x == 0) return 0;
}

/* What is only kept is used, too. */
int main(void) {
    int x = everypath_int("x");
    int found = sign(x);
    return found & 0;
}
