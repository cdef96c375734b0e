// target: lp64
// expect: unsafe write-to-read-only
// line: 10
// example: x = 1
// replay: a signal
#include <everypath.h>

int main(void) {
    char *text = "constant";
    if (everypath_bool("x")) text[0] = 'C';
    everypath_assert(text[1] == 'o');
    return 0;
}
