// target: both
// expect: unsafe assertion
#include <everypath.h>

/* The other way leaves whatever was there. */
int main(void) {
    int array[100];
    if (everypath_bool("fill"))
        for (int i = 0; i < 100; i++) array[i] = 0;
    unsigned asked = everypath_u32("asked");
    everypath_assume(asked < 100);
    everypath_assert(array[asked] == 0);
    return 0;
}
