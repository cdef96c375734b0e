// target: both
// flags: --check misaligned-access
// expect: safe
#include <everypath.h>

static uint32_t words[4];

int main(void) {
    unsigned offset = everypath_unsigned("offset");
    everypath_assume((offset <= 12) & ((offset & 3) == 0));
    volatile uint32_t *pointer = (volatile uint32_t *)((uintptr_t)words + offset);
    return (int)*pointer;
}
