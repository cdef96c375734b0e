// target: both
// expect: safe
// assumed: none
#include <everypath.h>
#include <stdint.h>

/* Equality and differences of pointers say nothing of addresses. */
int main(void) {
    volatile int numbers[4] = {0};
    volatile int *last = &numbers[3];
    everypath_assert(last - numbers == 3 && last != numbers);
    everypath_assert((uintptr_t)last - (uintptr_t)numbers == 12);
    return 0;
}
