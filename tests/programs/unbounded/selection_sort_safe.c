// target: lp64
// expect: safe
// unoptimised: no, the run takes too long
#include <assert.h>
#include <everypath.h>

static unsigned char field[200];

/* Selection sort of up to 200 elements. */
int main(void) {
    unsigned n = everypath_u32("n"), k = everypath_u32("k");
    everypath_assume(n <= 200);
    everypath_make_symbolic(field, sizeof field, "field");
    for (unsigned i = 0; i + 1 < n; i++) {
        unsigned least = i;
        for (unsigned j = i + 1; j < n; j++)
            if (field[j] < field[least]) least = j;
        unsigned char swapped = field[i];
        field[i] = field[least];
        field[least] = swapped;
    }
    everypath_assume(n > 1 && k < n - 1);
    assert(field[k] <= field[k + 1]);
    return 0;
}
