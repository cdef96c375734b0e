// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[5], copy[4];
    everypath_make_symbolic(text, sizeof text, "text");
    text[4] = 0;
    if (strlen(text) < sizeof copy) strcpy(copy, text);
    return 0;
}
