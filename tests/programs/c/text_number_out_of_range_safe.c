// target: both
// expect: safe
#include <everypath.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char text[] = "-2147483640";
    everypath_make_symbolic(&text[10], 1, "last");
    everypath_assume(text[10] >= '0' && text[10] <= '8');
    everypath_assert(atoi(text) <= -2147483640);
    everypath_assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
    return 0;
}
