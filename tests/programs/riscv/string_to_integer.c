// target: both
// expect: unsafe assertion
// line: 11
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char text[4];
    EVERYPATH_SYMBOLIC(text);
    text[3] = 0;
    everypath_assert(atoi(text) != -42);
    return 0;
}
