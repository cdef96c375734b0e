// target: both
// also: riscv
// expect: unsafe overlapping-copy
// line: 15
// example: n = 4
// replay: the sanitizer's rule is another one
#include <everypath.h>
#include <string.h>

/* The end of the text is written over before it is reached, unless three characters are enough. */
int main(void) {
    char text[16] = "abc";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    strncat(text, text, n);
    return 0;
}
