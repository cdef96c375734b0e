// target: lp64
// flags: --check reached-abort
// expect: unsafe reached-abort
// input: x = 5
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 5) abort();
    return 0;
}
