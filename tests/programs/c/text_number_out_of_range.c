// target: both
// expect: unsafe invalid-conversion
// line: 14
// replay: the system's function gives some number
#include <everypath.h>
#include <stdlib.h>

/* C17 7.22.1p1: what the result cannot be is undefined, unlike with strtol. */
int main(void) {
    char text[] = "2147483640";
    everypath_make_symbolic(&text[9], 1, "last");
    everypath_assume(text[9] >= '0' && text[9] <= '9');
    if (strtol(text, 0, 10) <= 0) return 1;
    return atoi(text) < 0;
}
