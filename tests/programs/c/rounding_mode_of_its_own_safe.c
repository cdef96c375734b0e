// target: both
// expect: safe
#include <everypath.h>

/* A program may have a variable of its own of that name. */
int __ESBMC_rounding_mode = 3;

int main(void) {
    double tenth = everypath_double("tenth");
    everypath_assume(tenth == 0.1);
    everypath_assert(tenth * 10 == 1 && __ESBMC_rounding_mode == 3);
    return 0;
}
