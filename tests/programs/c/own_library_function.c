// target: lp64
// expect: unsafe assertion
// line: 15
// input: x = 1
#include <everypath.h>
#include <stdio.h>

/* A name of the C library that the program defines itself; printf must not notice. */
unsigned long strlen(const char *text) { return text[0] == 'a' ? 100 : 0; }

int main(void) {
    char text[8];
    int x = everypath_range(0, 1, "x");
    everypath_assert(snprintf(text, sizeof text, "%s", "abc") == 3);
    everypath_assert(strlen(text) == 100 && x == 0);
    return 0;
}
