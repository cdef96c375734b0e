// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[4];
    everypath_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    everypath_assert(strlen(text) < 4);
    return 0;
}
