// target: both
// expect: safe
#include <everypath.h>
#include <stdint.h>
#include <stdlib.h>

#define NOBODY ((int *)1)
#define FAILED ((int *)-1)

/* No object that is aligned stands at an odd number, none ends the memory, and pointers of one object are what they are. */
int main(void) {
    int numbers[4] = {1, 2, 3, 4}, sum = 0;
    int *heap = malloc(sizeof *heap), *found = numbers + everypath_range(0, 4, "index");
    int *back = (int *)((uintptr_t)&numbers[2] & ~(uintptr_t)3);
    everypath_assert(back == &numbers[2] && back != &numbers[1]);
    everypath_assert(heap != NOBODY && heap != FAILED && found != NOBODY && NOBODY != FAILED);
    for (int *at = numbers; at != numbers + 4; at++) sum += *at;
    everypath_assert(sum == 10 && heap != found);
    free(heap);
    return 0;
}
