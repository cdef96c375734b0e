// target: lp64
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("/nowhere/at/all", "r");
    everypath_assert(file == NULL && errno == ENOENT);
    return 0;
}
