// target: both
// expect: unsafe overlapping-copy
// line: 14
// example: n = 1
// replay: the sanitizer does not look at strxfrm
#include <everypath.h>
#include <string.h>

/* A size of 0 copies nothing. */
int main(void) {
    char text[16] = "abcdef";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    strxfrm(text + 2, text, n);
    return 0;
}
