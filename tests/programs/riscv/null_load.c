// target: both
// expect: unsafe invalid-load
// line: 13
// input: x = 42
#include <everypath.h>

static int value = 1;

int main(void) {
    int x = everypath_int("x");
    const volatile int *pointer = &value;
    if (x == 42) pointer = 0;
    return *pointer;
}
