// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[16] = "abcdefghijk";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    memmove(text + 4, text, n);
    everypath_assert(n < 1 || text[4] == 'a');
    return 0;
}
