// target: both
// expect: unsafe invalid-load
// line: 14
// replay: no, the place on the stack is still there
#include <everypath.h>

int main(void) {
    int *p, n = everypath_range(1, 2, "n");
    {
        int inner[n];
        inner[0] = 3;
        p = inner;
    }
    return p[0];
}
