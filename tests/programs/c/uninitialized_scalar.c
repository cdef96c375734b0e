// target: both
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 15
// input: x = 3
// replay: no
// A scalar whose address nobody takes is written on some paths only; the case that is left out is the last one.
#include <everypath.h>

static int weight(int x) {
    int result;
    if (x < 3) result = 1;
    else if (x > 3) result = 2;
    /* x == 3 */
    return result;
}

int main(void) {
    int x = everypath_int("x");
    return weight(x) == 0;
}
