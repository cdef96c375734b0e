/* Copies a text of symbolic bytes and compares. */
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[N + 1], copy[N + 1];
    everypath_make_symbolic(text, N, "text");
    text[N] = 0;
    strcpy(copy, text);
    everypath_assert(strcmp(text, copy) == 0);
    everypath_assert(strlen(copy) <= N);
    return 0;
}
