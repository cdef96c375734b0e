// target: lp64
// expect: safe
// unoptimised: no, the run takes too long
#include <assert.h>
#include <everypath.h>

static unsigned char field[200];

/* Selection sort of up to 200 elements. */
int main(void) {
    unsigned char n = everypath_u8("n"), k = everypath_u8("k"), i, j, least, swapped;
    everypath_assume(n <= 200);
    everypath_make_symbolic(field, sizeof field, "field");
    for (i = 0; i + 1 < n; i++) {
        least = i;
        for (j = i + 1; j < n; j++)
            if (field[j] < field[least]) least = j;
        swapped = field[i];
        field[i] = field[least];
        field[least] = swapped;
    }
    everypath_assume(k + 1 < n);
    assert(field[k] <= field[k + 1]);
    return 0;
}
