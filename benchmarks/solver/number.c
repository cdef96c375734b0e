/* A decimal number of up to N characters, with a sign if it likes: its magnitude is below 10^N. With LAST as ':', one character behind
   the digits counts as one, and it is not. */
#include <everypath.h>

#ifndef N
#define N 4
#endif
#ifndef LAST
#define LAST '9'
#endif

static int to_number(const char *text) {
    int sign = 1, value = 0;
    if (*text == '-' || *text == '+') sign = *text++ == '-' ? -1 : 1;
    for (; *text >= '0' && *text <= LAST; text++) value = 10 * value + (*text - '0');
    return sign * value;
}

int main(void) {
    char text[N + 1];
    int limit = 1;
    EVERYPATH_SYMBOLIC(text);
    everypath_assume(text[N] == 0);
    for (int i = 0; i < N; i++) limit *= 10;
    int value = to_number(text);
    everypath_assert(value < limit);
    everypath_assert(value > -limit);
    return 0;
}
