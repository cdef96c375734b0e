// target: lp64
// expect: unsafe invalid-store
// line: 12
// replay: no object is at a fixed address natively
#include <klee/klee.h>

int main(void) {
    int *device = (int *)0x8000;
    klee_define_fixed_object(device, 8);
    klee_assert(klee_get_obj_size(device) == 8);
    device[0] = device[1] = 5;
    device[2] = 6;
    klee_assert(device[0] + device[1] == 10);
    return 0;
}
