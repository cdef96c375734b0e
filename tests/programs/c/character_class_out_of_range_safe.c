// target: lp64
// expect: safe
#include <ctype.h>
#include <everypath.h>

int main(void) {
    int c = everypath_int("c");
    everypath_assume(c >= -1 && c <= 255);
    return (isdigit)(c) != 0 && c == 'x';
}
