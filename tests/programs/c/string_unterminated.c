// target: lp64
// expect: unsafe invalid-load
// example: text = "abcd"
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[4];
    everypath_make_symbolic(text, sizeof text, "text");
    everypath_assert(strlen(text) < 4);
    return 0;
}
