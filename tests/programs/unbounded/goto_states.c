// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* One jump leads into the middle. */
int main(void) {
    unsigned x = 0;
first:
    if (!everypath_bool("go")) goto last;
    x += 1;
    if (x > 12) goto middle;
    x += 1;
    goto first;
middle:
    goto first;
last:
    assert(x % 2 == 0);
    return 0;
}
