// target: lp64
// expect: unsafe array-bounds
// example: c = 100000
// replay: glibc's table is followed by other memory
#include <ctype.h>
#include <everypath.h>

int main(void) {
    int c = everypath_int("c");
    return (isdigit)(c) != 0 && c == 'x';
}
