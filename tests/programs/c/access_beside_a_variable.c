// target: both
// expect: unsafe invalid-load
// line: 8
#include <everypath.h>

int main(void) {
    int a = 3, *p = &a;
    int beside = p[1]; // an optimiser drops it, since nothing there can be
    everypath_assert(beside != 7 || a == 3);
    return 0;
}
