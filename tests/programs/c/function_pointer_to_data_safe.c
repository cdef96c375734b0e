// target: lp64
// expect: safe
#include <everypath.h>

static int data = 5;
static int value(void) { return data; }

int main(void) {
    int x = everypath_int("x");
    int (*f)(void) = value;
    volatile int result = f() + (x & 0);
    return result == 0;
}
