// target: both
// expect: unsafe assertion
// line: 11
// A block of malloc has any values.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    volatile int *marks = malloc(4 * sizeof *marks);
    if (marks == NULL) return 0;
    everypath_assert(marks[2] != 7);
    return 0;
}
