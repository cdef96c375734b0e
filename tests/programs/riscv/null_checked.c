// target: both
// expect: safe
#include <everypath.h>

static int value = 1;

int main(void) {
    int x = everypath_int("x");
    const volatile int *pointer = x == 42 ? 0 : &value;
    if (pointer == 0) return 0;
    return *pointer;
}
