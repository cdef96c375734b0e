// target: both
// flags: --property unreach-call
// expect: incomplete
// A wrong assumption of the compiler is undefined: it excludes no path.
#include <assert.h>
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    __builtin_assume(x > 0);
    assert(x != 0);
    return 0;
}
