// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

static void reverse(char *text) {
    char *last = text + strlen(text);
    while (text + 1 < last) {
        char swapped = *text;
        *text++ = *--last;
        *last = swapped;
    }
}

int main(void) {
    char text[6], original[6];
    EVERYPATH_SYMBOLIC(text);
    text[5] = 0;
    strcpy(original, text);
    reverse(text);
    reverse(text);
    everypath_assert(strcmp(text, original) == 0);
    return 0;
}
