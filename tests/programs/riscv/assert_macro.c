// target: both
// expect: unsafe assertion
// line: 9
// input: x = 77
// The position is that of assert() in a function, not that of its definition in the header.
#include <assert.h>

static int halve(int x) {
    assert(x != 77);
    return x / 2;
}

int main(void) {
    int x = everypath_int("x");
    return halve(x) == x;
}
