// target: lp64
// expect: unsafe assertion
// line: 12
// example: bytes = "key!"
#include <everypath.h>
#include <string.h>

int main(void) {
    unsigned char bytes[4];
    everypath_make_symbolic(bytes, 4, "bytes");
    int order = memcmp(bytes, "key!", 4);
    everypath_assert(order != 0);
    return 0;
}
