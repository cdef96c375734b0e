// target: lp64
// expect: unsafe invalid-load
// line: 11
// example: i = -1
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int i = everypath_range(-1, 3, "i");
    char *text = calloc(4, 1);
    char c = text[i];
    everypath_assert(c == 0);
    free(text);
    return 0;
}
