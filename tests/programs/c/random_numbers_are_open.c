// target: both
// also: riscv
// expect: unsafe assertion
// line: 12
#include <everypath.h>
#include <stdlib.h>

/* No verdict rests on the numbers that one C library draws. */
int main(void) {
    int number = rand();
    everypath_assert(number >= 0);
    everypath_assert(number != 123456);
    return 0;
}
