// target: both
// expect: unsafe stack-overflow
// input: x = 5
#include <everypath.h>

static volatile int forever = 1;

static int __attribute__((noinline)) descend(int depth) {
    volatile char frame[500];
    frame[0] = (char)depth;
    if (!forever) return 0;
    return descend(depth + 1) + frame[0];
}

int main(void) {
    unsigned x = everypath_unsigned("x");
    return x == 5 ? descend(0) : 0;
}
