// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

static int marks[300];

/* Marks at any places, in any order: each is there or is not. */
int main(void) {
    while (everypath_bool("more")) {
        unsigned place = everypath_unsigned("place");
        if (place < 300) marks[place] = 1;
        unsigned other = everypath_unsigned("other");
        if (other < 300) assert(marks[other] == 0 || marks[other] == 1);
    }
    return 0;
}
