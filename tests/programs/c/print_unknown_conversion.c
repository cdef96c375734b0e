// target: both
// also: riscv
// expect: unsafe invalid-call
// line: 12
// input: x = 3
// replay: the system's printf does not look
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int x = everypath_range(0, 4, "x");
    if (x == 3) printf("%y\n", x);
    return 0;
}
