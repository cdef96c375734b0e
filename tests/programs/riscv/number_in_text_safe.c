// target: both
// expect: safe
#include <everypath.h>

/* A decimal number of up to six characters has a magnitude below a million, and its value is computed without overflow. */
#define MOST 6

static int number(const char *text) {
    int sign = 1, value = 0;
    if (*text == '-' || *text == '+') sign = *text++ == '-' ? -1 : 1;
    for (; *text >= '0' && *text <= '9'; text++) value = 10 * value + (*text - '0');
    return sign * value;
}

int main(void) {
    char text[MOST + 1];
    EVERYPATH_SYMBOLIC(text);
    everypath_assume(text[MOST] == 0);
    int value = number(text);
    everypath_assert(value < 1000000);
    everypath_assert(value > -1000000);
    return 0;
}
