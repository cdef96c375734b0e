// target: both
// machine: no, addresses are those of the image
// expect: safe
// assumed: addresses
#include <everypath.h>
#include <stdint.h>

/* Where an object is says nothing of where it is on another machine: the verdict names that. */
static volatile char letter;
int main(void) {
    uintptr_t address = (uintptr_t)&letter;
    everypath_assert(address % 4096 != 4095);
    return 0;
}
