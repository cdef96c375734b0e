// target: lp64
// flags: --check nonzero-exit
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 5) exit(0);
    return 0;
}
