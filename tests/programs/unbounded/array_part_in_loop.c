// target: lp64
// expect: unsafe assertion
#include <everypath.h>

static unsigned char table[1000];

/* The inner loop comes back to the first elements only; what was stored behind them stays. */
int main(void) {
    unsigned place = everypath_u32("place"), rounds = everypath_u32("rounds");
    everypath_assume(place < 1000);
    for (int again = 0;; again = 1) {
        for (unsigned i = 0; i < rounds; i++) table[i % 100] = 0;
        if (again) break;
        table[place] = 1;
    }
    everypath_assert(table[150] == 0);
    return 0;
}
