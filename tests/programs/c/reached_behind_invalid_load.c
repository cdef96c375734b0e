// target: both
// flags: --property unreach-call
// expect: incomplete
// What is there is unknown, so nothing says whether the assertion is reached.
#include <assert.h>

int main(void) {
    int a = 3, *p = &a;
    if (p[1] == 7) return 1;
    assert(0);
}
