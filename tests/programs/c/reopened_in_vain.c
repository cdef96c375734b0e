// target: both
// expect: unsafe invalid-call
// line: 12
// replay: no sanitizer looks at streams
#include <everypath.h>
#include <stdio.h>

/* A stream that was not opened again is closed. */
int main(void) {
    FILE *file = freopen("/nowhere/at/all", "r", stdin);
    everypath_assert(file == NULL);
    return getchar();
}
