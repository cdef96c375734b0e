// target: both
// also: riscv
// expect: unsafe assertion
// line: 11
// replay: no
#include <everypath.h>
#include <time.h>

int main(void) {
    clock_t now = clock();
    everypath_assert(now != (clock_t)-1);
    return 0;
}
