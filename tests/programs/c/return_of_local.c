// target: lp64
// expect: unsafe invalid-load
// line: 15
// replay: no
#include <everypath.h>

static int *address(int x) {
    int local = x;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = address(everypath_int("x"));
    everypath_assert(*p == *p);
    return 0;
}
