// target: both
// expect: safe
// paths: 2
#include <everypath.h>
#include <stdio.h>

int main(void) {
    if (everypath_bool("yes")) {
        puts("yes");
    } else {
        puts("no");
    }
    return 0;
}
