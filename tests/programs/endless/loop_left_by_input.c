// target: both
// expect: unsafe assertion
// line: 19
#include <assert.h>
#include <everypath.h>

/* Nothing but an input ends either loop; two rounds of the first and one of the second show the fault. */
int main(void) {
    int state = 0;
    while (everypath_int("again") != 0) {
        if (state == 0) {
            state = 1;
        } else if (state == 1) {
            state = 2;
        }
    }
    int rounds = 0;
    while (everypath_int("once more") != 0 && rounds < 1000000) {
        assert(state != 2);
        rounds++;
    }
    return 0;
}
