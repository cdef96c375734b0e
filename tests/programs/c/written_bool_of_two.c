// target: both
// flags: --no-check invalid-value
// expect: incomplete
#include <everypath.h>
#include <string.h>

/* It was written, and is neither true nor false: what happens then is not said. */
int main(void) {
    _Bool alone;
    memset(&alone, 2, 1);
    everypath_assert(alone + 0 >= 0);
    return 0;
}
