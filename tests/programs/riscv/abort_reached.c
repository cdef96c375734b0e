// target: both
// expect: unsafe reached-trap
// input: x = 9
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned x = everypath_unsigned("x");
    if (x * 3 == 27) abort();
    return 0;
}
