// target: both
// also: riscv
// expect: unsafe assertion
#include <everypath.h>

/* Nobody says that each place is filled. */
int main(void) {
    int array[100];
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
