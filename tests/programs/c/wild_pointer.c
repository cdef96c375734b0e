// target: lp64
// expect: unsafe invalid-store
// line: 10
// replay: no
#include <everypath.h>

int main(void) {
    static int target;
    uintptr_t address = everypath_size("address");
    *(int *)address = 1;
    return 0;
}
