// target: both
// expect: safe
// paths: 5
#include <everypath.h>

/* A path for each way on, not for each value: the long runs, the scattered values and the rest. */
static int kind(unsigned char c) {
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u':
        return 1;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        return 2;
    case ' ': case '\t': case '\n':
        return 3;
    default:
        return 0;
    }
}

int main(void) {
    unsigned char c = (unsigned char)everypath_char("c");
    volatile int found = kind(c);
    if (found == 1) {
        everypath_assert(c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u');
    } else if (found == 2) {
        everypath_assert(c - '0' < 10u);
    } else if (found == 3) {
        everypath_assert(c == ' ' || c == '\t' || c == '\n');
    } else {
        everypath_assert(c != 'a' && c != '5' && c != ' ');
    }
    return 0;
}
