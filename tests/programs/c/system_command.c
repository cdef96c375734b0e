// target: lp64
// expect: incomplete
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    if (everypath_int("x") == 3) return system("true");
    return 0;
}
