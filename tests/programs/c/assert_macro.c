// target: both
// expect: unsafe assertion
// line: 10
// input: x = 100
#include <assert.h>
#include <everypath.h>

int main(void) {
    int x = everypath_range(0, 100, "x");
    assert(x < 100);
    return 0;
}
