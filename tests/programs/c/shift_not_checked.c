// target: both
// flags: --property unreach-call
// expect: incomplete
#include <assert.h>

int main(void) {
    int s = 40;
    int i = 1 << s;
    assert(i == 0);
    return 0;
}
