// target: both
// expect: unsafe assertion
// line: 12
// replay: no
#include <assert.h>
#include <stdint.h>

/* Nothing says that a character has an even address. */
int main(void) {
    char local;
    (void)local;
    assert((uintptr_t)&local % 2 == 0);
    return 0;
}
