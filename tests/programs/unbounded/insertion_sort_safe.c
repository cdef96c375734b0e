// target: lp64
// expect: safe
// unoptimised: no, the run takes too long
#include <assert.h>
#include <everypath.h>

static unsigned char field[200];

/* Insertion sort of up to 200 elements. */
int main(void) {
    unsigned n = everypath_u32("n"), k = everypath_u32("k");
    everypath_assume(n <= 200);
    everypath_make_symbolic(field, sizeof field, "field");
    for (unsigned i = 1; i < n; i++) {
        unsigned char one = field[i];
        unsigned j = i;
        while (j > 0 && field[j - 1] > one) {
            field[j] = field[j - 1];
            j--;
        }
        field[j] = one;
    }
    everypath_assume(n > 1 && k < n - 1);
    assert(field[k] <= field[k + 1]);
    return 0;
}
