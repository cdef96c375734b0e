// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x"), *p = &x;
    if (x > 0) {
        static int inner;
        inner = x;
        p = &inner;
    }
    everypath_assert(*p == x);
    return 0;
}
