// target: lp64
// expect: safe
// unoptimised: no, the run takes too long
#include <assert.h>
#include <everypath.h>

static unsigned char field[200];

/* Bubble sort of up to 200 elements. */
int main(void) {
    unsigned n = everypath_u32("n"), k = everypath_u32("k");
    everypath_assume(n <= 200);
    everypath_make_symbolic(field, sizeof field, "field");
    unsigned end, j;
    unsigned char swapped;
    for (end = n; end > 1; end--)
        for (j = 0; j + 1 < end; j++)
            if (field[j] > field[j + 1]) {
                swapped = field[j];
                field[j] = field[j + 1];
                field[j + 1] = swapped;
            }
    everypath_assume(n > 1 && k < n - 1);
    assert(field[k] <= field[k + 1]);
    return 0;
}
