// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

static int table[300];

/* What the loop says of the table is true where `least` is not positive; on the other side there was no loop, and the table is read by both. */
int main(void) {
    int least = everypath_int("least");
    if (least <= 0) {
        while (everypath_bool("more")) {
            unsigned place = everypath_unsigned("place");
            int number = everypath_int("number");
            if (place < 300 && number >= least && number <= 0) table[place] = number;
        }
    }
    unsigned place = everypath_unsigned("which");
    everypath_assume(place < 300);
    int found = table[place];
    assert(least <= 0 || found != 0);
    return 0;
}
