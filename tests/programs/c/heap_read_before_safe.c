// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int i = everypath_range(-1, 3, "i");
    char *text = calloc(4, 1);
    char c = text[i < 0 ? 0 : i];
    everypath_assert(c == 0);
    free(text);
    return 0;
}
