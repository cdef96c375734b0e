// target: both
// flags: --property unreach-call
// expect: incomplete
#include <assert.h>

int main(void) {
    double d = 1e30;
    int i = (int)d;
    assert(i != 5);
    return 0;
}
