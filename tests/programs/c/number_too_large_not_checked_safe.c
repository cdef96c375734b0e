// target: both
// also: riscv
// flags: --checks assertion
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>

/* C does not say what such numbers become. Where that is not checked they become what they do in glibc, and the program goes on. */
int main(void) {
    char text[] = "4294967290";
    text[9] = '0' + everypath_u8("digit") % 10;
    int expected = sizeof(long) == 8 ? text[9] - '0' - 6 : 2147483647;
    everypath_assert(atoi(text) == expected);
    int scanned = 0;
    sscanf(text, "%d", &scanned);
    everypath_assert(scanned == expected);
    return 0;
}
