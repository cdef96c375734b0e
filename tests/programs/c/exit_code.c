// target: lp64
// flags: --check nonzero-exit
// expect: unsafe nonzero-exit
// input: x = 5
// replay: no
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 5) exit(3);
    return 0;
}
