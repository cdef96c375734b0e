// target: lp64
// flags: --check reached-abort
// expect: safe
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int x = everypath_int("x");
    if (x == 5) exit(1);
    return 0;
}
