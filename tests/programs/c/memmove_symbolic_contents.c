// target: lp64
// expect: unsafe assertion
// line: 14
// example: text = "ab"
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[6] = {0};
    everypath_make_symbolic(text, 2, "text");
    char first = text[0], second = text[1];
    memmove(text + 1, text, 3);
    everypath_assert(text[1] == first && text[2] == second);
    everypath_assert(text[2] != 'b' || text[0] != 'a');
    return 0;
}
