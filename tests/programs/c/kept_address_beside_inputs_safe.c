// target: lp64
// expect: safe
// paths: 5
#include <assert.h>
#include <everypath.h>
#include <stdint.h>

/* Inputs that are as wide as addresses are not taken for some, although the program keeps the address of a variable as a number. */
static unsigned long kept;
static void keep(unsigned long address) { kept = address; }

int main(void) {
    unsigned long values[3];
    keep((uintptr_t)values);
    EVERYPATH_SYMBOLIC(values);
    int pairs = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) {
            if (values[i] == values[j]) pairs++;
        }
    }
    assert(pairs == 0 || pairs == 1 || pairs == 3);
    return 0;
}
