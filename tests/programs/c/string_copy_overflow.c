// target: lp64
// expect: unsafe invalid-store
// example: text = "abcd"
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[5], copy[4];
    everypath_make_symbolic(text, sizeof text, "text");
    text[4] = 0;
    strcpy(copy, text);
    return 0;
}
