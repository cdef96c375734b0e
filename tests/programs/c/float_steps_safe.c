// target: lp64
// also: riscv
// expect: safe
#include <everypath.h>

/* Steps of a quarter are exact, from wherever they start. */
int main(void) {
    int start = everypath_int("start"), steps = 0;
    everypath_assume(start >= 0 && start <= 2);
    for (double t = start; t < 3; t += 0.25) steps++;
    everypath_assert(steps == 4 * (3 - start));
    return 0;
}
