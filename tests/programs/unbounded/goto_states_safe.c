// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Three labels that are jumped between. */
int main(void) {
    unsigned x = 0;
first:
    if (!everypath_bool("go")) goto last;
    x += 2;
    if (everypath_bool("again")) goto first;
second:
    x += 4;
    if (everypath_bool("twice")) goto second;
    goto first;
last:
    assert(x % 2 == 0);
    return 0;
}
