// target: lp64
// expect: unsafe invalid-call
// line: 13
// replay: a signal
#include <everypath.h>

static int data = 5;
static int value(void) { return data; }

int main(void) {
    int x = everypath_int("x");
    int (*f)(void) = (int (*)(void))(void *)&data;
    volatile int result = f() + (x & 0);
    return result == 0;
}
