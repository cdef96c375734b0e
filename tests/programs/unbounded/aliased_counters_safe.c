// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* A pointer chooses which of two even numbers grows. */
int main(void) {
    unsigned a = 0, b = 0;
    while (everypath_bool("more")) {
        unsigned *chosen = everypath_bool("which") ? &a : &b;
        *chosen += 2;
    }
    assert(a % 2 == 0 && b % 2 == 0);
    return 0;
}
