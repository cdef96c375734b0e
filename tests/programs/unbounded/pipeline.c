// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* What goes through a pipeline of three stages may have been five. */
int main(void) {
    unsigned first = 0, second = 0, third = 0;
    while (everypath_bool("more")) {
        third = second;
        second = first + 1;
        first = everypath_bool("again") ? (first ^ 6) : 2;
    }
    assert(third != 5);
    return 0;
}
