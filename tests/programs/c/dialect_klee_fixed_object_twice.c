// target: lp64
// expect: incomplete
#include <klee/klee.h>

/* Where something is already, nothing can be put. */
int main(void) {
    klee_define_fixed_object((void *)0x8000, 8);
    klee_define_fixed_object((void *)0x8004, 8);
    return 0;
}
