// target: lp64
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The sum of the first odd numbers is a square, as long as none is forgotten. */
int main(void) {
    unsigned char square = 0, odd = 1, count = 0;
    while (everypath_bool("more")) {
        square += odd;
        odd += odd == 19 ? 4 : 2;
        count++;
    }
    assert(square == (unsigned char)(count * count));
    return 0;
}
