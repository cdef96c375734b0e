// target: both
// expect: unsafe division-by-zero
// line: 14
// example: text = "000"
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char text[4];
    everypath_make_symbolic(text, 3, "text");
    text[3] = 0;
    for (int i = 0; i < 3; i++) everypath_assume(text[i] >= '0' && text[i] <= '9');
    int value = atoi(text);
    everypath_assert(1000 / value >= 1);
    return 0;
}
