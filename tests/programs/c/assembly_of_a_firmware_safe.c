// target: lp64
// expect: safe
// machine: no, the instructions are those of ARM
// There are no interrupts, and accesses are in order.
#include <everypath.h>

static volatile int ready;

int main(void) {
    int x = everypath_int("x"), kept = x;
    __asm volatile("cpsid i" : : : "memory");
    ready = 1;
    __asm volatile("dsb sy\n\tisb\n" : : : "memory");
    __asm volatile("nop; nop" : "+r"(x));
    __asm volatile("wfi");
    __asm volatile("cpsie i" : : : "memory");
    everypath_assert(ready == 1 && x == kept);
    return 0;
}
