// target: lp64
// expect: unsafe assertion
// example: size = 15
// A variable of one number whose address is cast to a number keeps its name through the passes.
#include <everypath.h>
#include <stdint.h>

static void fill(uintptr_t address, unsigned long bytes) {
    everypath_make_symbolic((void *)address, bytes, "");
}

int main(void) {
    int size;
    fill((uintptr_t)&size, sizeof size);
    everypath_assert(size != 15);
    return 0;
}
