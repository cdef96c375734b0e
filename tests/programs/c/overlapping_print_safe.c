// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <string.h>

/* Only what there is room for is written. */
int main(void) {
    char text[16] = "wxyzabc";
    everypath_assert(snprintf(text, 4, "%s", text + 4) == 3 && strcmp(text, "abc") == 0);
    everypath_assert(snprintf(text, 0, "%s", text) == 3);
    return 0;
}
