// target: both
// expect: unsafe overlapping-copy
// line: 10
// replay: the sanitizer does not look at what is printed
#include <stdio.h>

/* How not to add to a text. */
int main(void) {
    char text[32] = "ab";
    snprintf(text, sizeof text, "%s, %d", text, 1);
    return 0;
}
