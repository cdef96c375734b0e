// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int from = everypath_int("from"), to;
    __asm__("" : "=r"(to) : "0"(from));
    everypath_assert(to == from);
    return 0;
}
