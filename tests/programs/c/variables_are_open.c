// target: both
// also: riscv
// flags: --world open
// expect: unsafe assertion
// line: 14
// replay: no
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    const char *home = getenv("HOME");
    everypath_assert(getenv("HOME") == home);
    unsetenv("OTHER");
    if (home != NULL && getenv("OTHER") == NULL) everypath_assert(home[0] == '/');
    return 0;
}
