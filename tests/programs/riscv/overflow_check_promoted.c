// target: both
// expect: unsafe assertion
// line: 11
// The check for overflow never fires: the operands are promoted to int before they are added.
#include <everypath.h>

int main(void) {
    uint16_t a = everypath_u16("a"), b = everypath_u16("b");
    if (a + b < a) return 0;
    uint16_t sum = (uint16_t)(a + b);
    everypath_assert(sum >= a);
    return 0;
}
