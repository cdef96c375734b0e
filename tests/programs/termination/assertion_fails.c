// expect: safe
#include <everypath.h>

/* A program that an assertion ends has ended: whether it holds is not asked. */
int main(void) {
    unsigned n = everypath_u32("n");
    while (n > 10)
        n /= 2;
    everypath_assert(n > 3);
    return 0;
}
