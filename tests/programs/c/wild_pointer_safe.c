// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    static int target;
    uintptr_t address = everypath_size("address");
    everypath_assume(address == (uintptr_t)&target);
    *(int *)address = 1;
    everypath_assert(target == 1);
    return 0;
}
