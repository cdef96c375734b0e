// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[16] = "abcdef";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    everypath_assert(strxfrm(text + 8, text, n) == 6);
    everypath_assert(strxfrm(text, text, 0) == 6);
    return 0;
}
