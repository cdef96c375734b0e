// target: lp64
// expect: incomplete
#include <everypath.h>

int main(void) {
    char text[4] = {1, 2, 3, 4};
    __asm__ volatile("rep stosb" : : "D"(text), "a"(0), "c"(4UL) : "memory");
    everypath_assert(text[0] == 1);
    return 0;
}
