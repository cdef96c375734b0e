// target: both
// also: riscv
// expect: unsafe overlapping-copy
// line: 15
// example: n = 5
// replay: the sanitizer does not look at what is filled up
#include <everypath.h>
#include <string.h>

/* What is filled up reaches the text that is copied. */
int main(void) {
    char text[12] = "wxyzab";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    strncpy(text, text + 4, n);
    return 0;
}
