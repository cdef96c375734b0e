// target: lp64
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char s[6];
    strcpy(s, everypath_range(0, 1, "x") ? "ab" : "abcd");
    return s[strlen(s)];
}
