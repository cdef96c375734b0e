// target: both
// expect: safe
// The variable lives in every case, though no case passes its declaration.
#include <everypath.h>

int main(void) {
    switch (everypath_range(0, 1, "x")) {
        int inner;
    case 0:
        inner = 1;
        int *p = &inner;
        return *p - 1;
    default:
        inner = 2;
        p = &inner;
        return *p - 2;
    }
}
