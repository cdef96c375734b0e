// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <string.h>

/* The second word fits in front of where it is. */
int main(void) {
    char text[16] = "word in";
    everypath_assert(sscanf(text, "%*s %8s", text) == 1 && strcmp(text, "in") == 0);
    return 0;
}
