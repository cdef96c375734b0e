// target: lp64
// expect: safe
// unproven: riscv32 -O 0
#include <assert.h>
#include <everypath.h>

/* The sum of the first odd numbers is a square, modulo 256. */
int main(void) {
    unsigned char square = 0, odd = 1, count = 0;
    while (everypath_bool("more")) {
        square += odd;
        odd += 2;
        count++;
    }
    assert(square == (unsigned char)(count * count));
    return 0;
}
