// target: lp64
// machine: no, it knows no objects
// expect: unsafe assertion
// line: 15
// replay: its inputs have no names
#include <stdlib.h>

int main(void) {
    __CPROVER_size_t length = nondet_uint();
    __CPROVER_assume(length < 100);
    char *block = malloc(length);
    __CPROVER_size_t at = nondet_uint();
    __CPROVER_assume(at <= length);
    // Right behind the block nothing may be read.
    __CPROVER_assert(__CPROVER_r_ok(block + at, 1), "inside");
    free(block);
    return 0;
}
