// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[16] = "abc";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 3);
    strncat(text, text, n);
    everypath_assert(strlen(text) == 3 + n);
    return 0;
}
