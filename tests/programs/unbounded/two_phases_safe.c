// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* A counter goes in ones up to a bound, then in twos. */
int main(void) {
    unsigned x = 0;
    while (x < 0x0fffffff) {
        if (x < 0xfff0) x++;
        else x += 2;
    }
    assert(x % 2 == 0);
    return 0;
}
