// target: both
// expect: safe
#include <everypath.h>
#include <stddef.h>

int main(void) {
    int x = everypath_int("x"), *p = x != 0 ? &x : NULL;
    if (p != NULL && *p == 0) return 1;
    return 0;
}
