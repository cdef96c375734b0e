// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    unsigned char bytes[4];
    everypath_make_symbolic(bytes, 4, "bytes");
    int order = memcmp(bytes, "key!", 4);
    everypath_assert((order == 0) == (bytes[0] == 'k' && bytes[1] == 'e' && bytes[2] == 'y' && bytes[3] == '!'));
    return 0;
}
