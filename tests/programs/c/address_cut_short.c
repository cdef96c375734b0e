// target: lp64
// machine: no, a bare machine has no address beyond 32 bits
// expect: unsafe assertion
// line: 13
// replay: no
#include <assert.h>
#include <stdint.h>

/* The low half of an address may be zero. */
int main(void) {
    char local[4];
    unsigned low = (unsigned)(uintptr_t)local;
    assert(low != 0);
    return 0;
}
