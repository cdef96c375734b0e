// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    unsigned char a[3], b[3];
    EVERYPATH_SYMBOLIC(a);
    EVERYPATH_SYMBOLIC(b);
    int order = memcmp(a, b, 3);
    unsigned left = (unsigned)a[0] << 16 | (unsigned)a[1] << 8 | a[2];
    unsigned right = (unsigned)b[0] << 16 | (unsigned)b[1] << 8 | b[2];
    everypath_assert((order < 0) == (left < right));
    everypath_assert((order == 0) == (left == right));
    return 0;
}
