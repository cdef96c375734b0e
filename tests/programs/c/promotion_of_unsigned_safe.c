// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    unsigned char a = everypath_u8("a"), b = everypath_u8("b");
    int difference = a - b;
    everypath_assert(difference <= 255 && difference >= -255);
    return 0;
}
