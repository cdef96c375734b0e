// target: lp64
// expect: safe
#include <everypath.h>

static int *address(int x) {
    static int local;
    local = x;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = address(everypath_int("x"));
    everypath_assert(*p == *p);
    return 0;
}
