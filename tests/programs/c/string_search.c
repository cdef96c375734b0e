// target: both
// expect: unsafe assertion
// line: 14
// example: text = "a,b"
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[4];
    everypath_make_symbolic(text, 3, "text");
    text[3] = 0;
    char *comma = strchr(text, ','), *last = strrchr(text, ',');
    everypath_assert((comma == NULL) == (last == NULL));
    everypath_assert(comma != text + 1);
    return 0;
}
