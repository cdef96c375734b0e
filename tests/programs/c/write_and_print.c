// target: lp64
// expect: safe
// paths: 1
#include <everypath.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char bytes[4];
    everypath_make_symbolic(bytes, 4, "bytes");
    everypath_assert(fwrite(bytes, 1, 4, stdout) == 4);
    everypath_assert(write(1, bytes, 4) == 4);
    everypath_assert(printf("%c%.1s\n", bytes[0], "x") == 3);
    return 0;
}
