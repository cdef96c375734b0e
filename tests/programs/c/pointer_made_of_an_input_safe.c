// target: both
// machine: no, addresses are those of the linker
// expect: safe
// assumed: addresses
#include <everypath.h>

static int reading;

/* Where the variable is decides whether an input below 4096 is its address; that it lies elsewhere is assumed. Two such pointers, and one
 * that is compared with a fixed address, tell nothing of where objects are. */
int main(void) {
    unsigned long given = everypath_u16("given"), other = everypath_u16("other");
    everypath_assume(given < 4096 && other < 4096);
    int *pointer = (int *)given;
    everypath_assert((pointer == (int *)other) == (given == other));
    everypath_assert(pointer != (int *)4096);
    everypath_assert(pointer != &reading);
    return 0;
}
