// target: both
// expect: unsafe invalid-store
// line: 12
// input: x = 7
#include <everypath.h>

static int value;

int main(void) {
    unsigned x = everypath_unsigned("x");
    volatile int *pointer = x == 7 ? (volatile int *)0x20000000 : &value;
    *pointer = 1;
    return 0;
}
