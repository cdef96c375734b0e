// target: both
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Two labels that jump at each other; the difference stays. */
int main(void) {
    unsigned a = 7, b = 0;
first:
    a++;
    if (everypath_bool("second")) {
        goto second;
    }
    b++;
    goto first;
second:
    b++;
    assert(a - b == 7);
    if (everypath_bool("first")) {
        goto first;
    }
    return 0;
}
