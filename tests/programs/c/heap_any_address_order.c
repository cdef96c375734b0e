// target: both
// machine: no, the heap is of its own making
// flags: --memory flat --heap symbolic
// expect: unsafe assertion
// line: 13
// replay: the C library chooses other addresses
// Which of two blocks comes first is open.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(1), *b = malloc(1);
    everypath_assert(a < b);
    return 0;
}
