// target: both
// machine: no, a variable keeps its place in the frame
// expect: unsafe assertion
// line: 13
// replay: no
// Each round has a variable of its own, with any value.
#include <everypath.h>

int main(void) {
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 1) everypath_assert(x == last);
        last = x;
    }
    return 0;
}
