// target: lp64
// expect: unsafe assertion
// line: 9
// replay: what is in memory is no input there
// A number of 128 bits that nobody wrote.
#include <assert.h>

int main(void) {
    __int128 x; assert(x != ((__int128)7 << 64 | 5));
    return 0;
}
