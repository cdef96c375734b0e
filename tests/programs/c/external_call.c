// target: both
// machine: no, --havoc-externals is about LLVM code
// flags: --havoc-externals
// expect: unsafe assertion
// line: 14
// replay: no, nothing defines the function
#include <assert.h>

/* No file defines it: it gives anything. */
int sensor(int *state);

int main(void) {
    int state = 1;
    assert(sensor(&state) < 100);
    return 0;
}
