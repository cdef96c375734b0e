// target: lp64
// expect: incomplete
// Nothing says that both operands are in one register.
#include <everypath.h>

int main(void) {
    int from = everypath_int("from"), to;
    __asm__("" : "=r"(to) : "r"(from));
    everypath_assert(to == from);
    return 0;
}
