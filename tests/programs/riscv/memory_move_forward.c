// target: both
// expect: unsafe assertion
// line: 16
// A copy in ascending order of overlapping parts smears the first byte.
#include <everypath.h>

static void copy(unsigned char *to, const unsigned char *from, unsigned size) {
    for (unsigned i = 0; i < size; i++) to[i] = from[i];
}

int main(void) {
    unsigned char bytes[6];
    EVERYPATH_SYMBOLIC(bytes);
    unsigned char last = bytes[4];
    copy(bytes + 1, bytes, 5);
    everypath_assert(bytes[5] == last);
    return 0;
}
