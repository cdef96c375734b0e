// target: both
// machine: no, --havoc-externals is about LLVM code
// flags: --havoc-externals
// expect: safe
// assumed: external-calls
#include <assert.h>

/* No file defines it: it gives anything, and is taken to leave the memory alone whose address it is given. */
int sensor(int *state);

int main(void) {
    int state = 1, (*through)(int *) = sensor;
    int value = through(&state);
    value |= sensor(&state);
    assert(state == 1);
    return value;
}
