// target: both
// expect: unsafe write-to-read-only
// line: 12
// input: x = 2
#include <everypath.h>

static const volatile int limits[4] = {10, 20, 30, 40};

int main(void) {
    unsigned x = everypath_unsigned("x");
    everypath_assume(x < 4);
    if (limits[x] == 30) *(volatile int *)(uintptr_t)&limits[x] = 31;
    return 0;
}
