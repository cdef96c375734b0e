// target: both
// expect: unsafe invalid-load
// line: 17
// input: x = 1
#include <everypath.h>

int main(void) {
    int outer = 3, *p = &outer;
    switch (everypath_range(0, 1, "x")) {
    case 1: {
        int inner = 3;
        p = &inner;
        break;
    }
    default: break;
    }
    return *p;
}
