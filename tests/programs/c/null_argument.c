// target: lp64
// expect: unsafe null-argument
// line: 11
// input: x = 1
#include <everypath.h>
#include <string.h>

int main(void) {
    int x = everypath_int("x");
    char to[4] = "abc";
    memcpy(to, x == 1 ? NULL : "x", 0);
    everypath_assert(to[1] == 'b');
    return 0;
}
