// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

static int marks[300];

/* A place that was marked twice has a mark of its own. */
int main(void) {
    while (everypath_bool("more")) {
        unsigned place = everypath_unsigned("place");
        if (place < 300) marks[place] = marks[place] ? 2 : 1;
        unsigned other = everypath_unsigned("other");
        if (other < 300) assert(marks[other] == 0 || marks[other] == 1);
    }
    return 0;
}
