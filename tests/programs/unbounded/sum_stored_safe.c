// target: lp64
// expect: safe
// unoptimised: no, the run takes too long
#include <everypath.h>

/* What is stored is a sum with an input of each round: what is known of that is known of the element less the rest. */
int main(void) {
    int array[200000];
    int base = everypath_int("base");
    everypath_assume((0 < base) & (base < 100));
    for (int i = 0; i < 200000; i++) {
        int more = everypath_int("more");
        everypath_assume((0 < more) & (more < 100));
        array[i] = i + base + more;
    }
    for (int i = 0; i < 200000; i++) everypath_assert(array[i] >= i + 2);
    return 0;
}
