// target: both
// expect: unsafe assertion
#include <everypath.h>

#define SIZE 1000000

/* The second element is not copied. */
int main(void) {
    int from[SIZE], to[SIZE];
    unsigned size = everypath_u32("size");
    everypath_assume(size <= SIZE);
    for (unsigned i = 0; i < size; i++) from[i] = everypath_int("element");
    for (unsigned i = 0; i < size; i++) if (i != 1) to[i] = from[i];
    for (unsigned i = 0; i < size; i++) everypath_assert(to[i] == from[i]);
    return 0;
}
