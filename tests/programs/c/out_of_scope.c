// target: lp64
// expect: unsafe invalid-load
// line: 13
// replay: no
#include <everypath.h>

int main(void) {
    int x = everypath_int("x"), *p = &x;
    if (x > 0) {
        int inner = x;
        p = &inner;
    }
    everypath_assert(*p == x);
    return 0;
}
