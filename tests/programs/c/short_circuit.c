// target: both
// expect: unsafe invalid-load
// line: 10
// input: x = 0
#include <everypath.h>
#include <stddef.h>

int main(void) {
    int x = everypath_int("x"), *p = x != 0 ? &x : NULL;
    if ((x == 0) & (*p == 0)) return 1;
    return 0;
}
