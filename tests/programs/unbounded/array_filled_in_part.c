// target: both
// expect: unsafe assertion
#include <everypath.h>

/* Behind what the first loop fills, the array has whatever was there. */
int main(void) {
    int array[100];
    unsigned filled = everypath_u32("filled");
    everypath_assume((filled >= 90) & (filled <= 100));
    for (unsigned i = 0; i < filled; i++) array[i] = 0;
    for (unsigned i = 0; i < 100; i++) everypath_assert(array[i] == 0);
    return 0;
}
