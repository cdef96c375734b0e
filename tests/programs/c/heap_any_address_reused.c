// target: both
// machine: no, the heap is of its own making
// flags: --memory flat --heap symbolic
// expect: unsafe assertion
// line: 15
// replay: the C library chooses other addresses
// A block may be where one was that is freed.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *first = malloc(4), *kept = malloc(4);
    free(first);
    int *second = malloc(4);
    everypath_assert(second != first);
    free(kept);
    free(second);
    return 0;
}
