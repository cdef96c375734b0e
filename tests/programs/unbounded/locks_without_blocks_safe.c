// target: both
// machine: no, the check is not of machine code
// flags: --check lost-memory
// expect: safe
#include <everypath.h>

/* Locks are taken and given back for ever, as inputs say, and there is no block that could be lost. */
int main(void) {
    int first = everypath_int("first"), second = everypath_int("second");
    while (everypath_int("again")) {
        int first_lock = 0, second_lock = 0;
        if (first != 0) first_lock = 1;
        if (second != 0) second_lock = 1;
        if (first != 0) {
            everypath_assert(first_lock == 1);
            first_lock = 0;
        }
        if (second != 0) {
            everypath_assert(second_lock == 1);
            second_lock = 0;
        }
    }
    return 0;
}
