// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* What goes through a pipeline of three stages has never been five. */
int main(void) {
    unsigned first = 0, second = 0, third = 0;
    while (everypath_bool("more")) {
        third = second;
        second = first + 1;
        first = everypath_bool("again") ? (first ^ 6) : 9;
        if (first == 4) first = 0;
    }
    assert(third != 5);
    return 0;
}
