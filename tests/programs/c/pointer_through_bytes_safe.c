// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int x = everypath_int("x"), *p = &x, *q;
    unsigned char bytes[sizeof p];
    for (unsigned i = 0; i < sizeof p; i++) bytes[i] = ((unsigned char *)&p)[i];
    for (unsigned i = 0; i < sizeof q; i++) ((unsigned char *)&q)[i] = bytes[i];
    everypath_assert(p == q && *q == x);
    return 0;
}
