// target: both
// expect: unsafe invalid-call
// line: 13
// input: x = 3
// replay: no sanitizer looks at streams
#include <everypath.h>
#include <stdio.h>

/* A pointer to a closed stream has no value any more, also where the stream is a standard one (C17 7.21.3p4). */
int main(void) {
    int x = everypath_int("x");
    if (x == 3) fclose(stdout);
    printf("%d\n", 1);
    return 0;
}
