// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[4], copy[3];
    everypath_make_symbolic(text, 3, "text");
    text[3] = 0;
    strncpy(copy, text, sizeof copy);
    copy[2] = 0;
    everypath_assert(strlen(copy) <= 2);
    return 0;
}
