// target: both
// expect: safe
// A thousand frames of a few dozen bytes fit on the stack.
#include <everypath.h>

static int __attribute__((noinline)) depth_of(volatile int *left) {
    if (*left == 0) return 0;
    --*left;
    return 1 + depth_of(left);
}

int main(void) {
    volatile int left = 1000;
    everypath_assert(depth_of(&left) == 1000);
    return 0;
}
