// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    int x = everypath_int("x");
    char to[4] = "abc";
    memcpy(to, x == 1 ? "" : "x", 1);
    everypath_assert(to[1] == 'b');
    return 0;
}
