// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

static unsigned numbers[300];

/* What is written depends on the place. */
int main(void) {
    unsigned count = everypath_unsigned("count");
    everypath_assume(count <= 300);
    for (unsigned i = 0; i < count; i++) numbers[i] = 3 * i + 1;
    unsigned place = everypath_unsigned("place");
    if (place < count) assert(numbers[place] == 3 * place + 1);
    return 0;
}
