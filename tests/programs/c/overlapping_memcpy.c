// target: lp64
// expect: unsafe overlapping-copy
// example: n = 5
// replay: the line is in memcpy
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[16] = "abcdefghijk";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 8);
    memcpy(text + 4, text, n);
    everypath_assert(n < 1 || text[4] == 'a');
    return 0;
}
