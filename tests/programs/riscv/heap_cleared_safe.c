// target: both
// expect: safe
// A block of calloc has zeros, and what realloc keeps.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    volatile int *marks = calloc(4, sizeof *marks);
    if (marks == NULL) return 0;
    everypath_assert(marks[0] == 0 && marks[3] == 0);
    marks[1] = everypath_int("mark");
    int before = marks[1];
    marks = realloc((void *)marks, 8 * sizeof *marks);
    if (marks == NULL) return 0;
    everypath_assert(marks[1] == before && marks[3] == 0);
    return 0;
}
