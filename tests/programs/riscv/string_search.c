// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[4];
    EVERYPATH_SYMBOLIC(text);
    text[3] = 0;
    char *found = strchr(text, 'x');
    if (found != 0) {
        everypath_assert(*found == 'x');
        everypath_assert((found >= text) & (found < text + 3));
    }
    return 0;
}
