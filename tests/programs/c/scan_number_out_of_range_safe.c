// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    short number = 0;
    unsigned char small = 0;
    everypath_assert(sscanf("-32768 255 99999999999", "%hd %hhu %*d", &number, &small) == 2);
    everypath_assert(number == -32768 && small == 255);
    return 0;
}
