// target: both
// expect: safe
#include <everypath.h>

#define SIZE 200000

static unsigned char marked[SIZE];

/* A large table of zeros, of which an endless loop sets elements to one. */
int main(void) {
    while (everypath_bool("more")) {
        unsigned place = everypath_u32("place");
        everypath_assume(place < SIZE);
        marked[place] = 1;
    }
    unsigned asked = everypath_u32("asked");
    everypath_assume(asked < SIZE);
    everypath_assert(marked[asked] <= 1);
    return 0;
}
