// target: both
// also: riscv
// expect: safe
#include <everypath.h>

static int array[100];

/* An array of static lifetime is zero before. */
int main(void) {
    while (everypath_bool("more")) {
        unsigned place = everypath_u32("place");
        everypath_assume(place < 100);
        array[place] = 0;
    }
    unsigned asked = everypath_u32("asked");
    everypath_assume(asked < 100);
    everypath_assert(array[asked] == 0);
    return 0;
}
