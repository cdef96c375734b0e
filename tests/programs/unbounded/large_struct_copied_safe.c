// target: lp64
// expect: safe
#include <everypath.h>

struct large {
    unsigned char bytes[200000];
};

static struct large one, other;

/* A structure of any size is copied as a whole. */
int main(void) {
    for (int i = 0; i < 200000; i++) one.bytes[i] = everypath_u8("byte");
    other = one;
    unsigned asked = everypath_u32("asked");
    everypath_assume(asked < 200000);
    everypath_assert(other.bytes[asked] == one.bytes[asked]);
    return 0;
}
