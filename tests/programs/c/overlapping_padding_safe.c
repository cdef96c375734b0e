// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[12] = "wxyzab";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 4);
    strncpy(text, text + 4, n);
    everypath_assert(n < 3 || text[2] == 0);
    return 0;
}
