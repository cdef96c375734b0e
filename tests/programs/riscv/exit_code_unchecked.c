// target: both
// expect: safe
// paths: 2
#include <everypath.h>

int main(void) {
    int x = everypath_int("x");
    if (x > 100) return 3;
    return 0;
}
