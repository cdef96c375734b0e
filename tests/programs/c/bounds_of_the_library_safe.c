// target: both
// flags: --unwind 0
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[6];
    EVERYPATH_SYMBOLIC(text);
    text[5] = 0;
    everypath_assert(strlen(text) <= 5);
    return 0;
}
