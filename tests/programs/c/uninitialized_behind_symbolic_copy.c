// target: lp64
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 13
// replay: no
#include <everypath.h>
#include <string.h>

// How many bytes are written depends on an input.
int main(void) {
    char s[6];
    strcpy(s, everypath_range(0, 1, "x") ? "ab" : "abcd");
    return s[5];
}
