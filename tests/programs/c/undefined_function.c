// target: lp64
// expect: incomplete
#include <everypath.h>

int nowhere(int);

int main(void) {
    int x = everypath_int("x");
    if (x > 5) x = nowhere(x);
    return 0;
}
