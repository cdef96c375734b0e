// target: lp64
// expect: unsafe assertion
// line: 14
// example: text = "-7 "
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char text[4], *end;
    everypath_make_symbolic(text, 3, "text");
    text[3] = 0;
    long value = strtol(text, &end, 10);
    everypath_assert(end >= text && end <= text + 3);
    everypath_assert(value >= 0);
    return 0;
}
