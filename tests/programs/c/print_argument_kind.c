// target: both
// expect: unsafe invalid-call
// line: 12
// input: x = 3
// replay: the system's printf does not look
#include <everypath.h>
#include <stdio.h>

/* A pointer is no int, also where both have 32 bits. */
int main(void) {
    int x = everypath_range(0, 4, "x");
    if (x == 3) printf("%d\n", (void *)&x);
    printf("%d\n", x);
    return 0;
}
