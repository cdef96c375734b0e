// target: both
// expect: safe
#include <everypath.h>

static int *last;

static int twice(const int *number) { return 2 * *number; }
static void keep(int *number) { last = number; }

/* What is kept is not used when the next life has begun. */
int main(void) {
    int rounds = everypath_range(0, 5, "rounds"), all = 0;
    for (int i = 0; i < rounds; i++) {
        int here = i, *pointer = &here;
        all += twice(pointer);
        keep(&here);
        *last += 1;
        everypath_assert(here == i + 1);
    }
    everypath_assert(all == rounds * (rounds - 1));
    return 0;
}
