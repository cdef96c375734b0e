// target: lp64
// expect: safe
// unoptimised: no, the run takes too long
#include <everypath.h>

/* What is stored is a sum with an input of each round: what is known of that is known of the element less the rest. */
int main(void) {
    unsigned array[200000];
    for (unsigned i = 0; i < 200000; i++) {
        unsigned more = everypath_u32("more");
        everypath_assume((0 < more) & (more < 100));
        array[i] = i + more;
    }
    for (unsigned i = 0; i < 200000; i++) everypath_assert(array[i] > i);
    return 0;
}
