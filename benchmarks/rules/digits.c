// Digits of a number, in bases that are powers of two and in one that is not: rules of divisions and shifts.
#include <everypath.h>

int main(void) {
    unsigned number = everypath_u32("number"), again = 0;
    for (unsigned i = 0; i < 8; i++) again |= (number / (1u << 4 * i) % 16) << 4 * i;
    everypath_assert(again == number);
    int offset = everypath_i32("offset");
    everypath_assert(offset / 8 * 8 + offset % 8 == offset);
    everypath_assert(offset % 8 < 8 && offset % 8 > -8);
    unsigned char small = everypath_u8("small");
    unsigned decimal = small / 100 * 256 + small / 10 % 10 * 16 + small % 10;
    everypath_assert((decimal >> 8) * 100 + (decimal >> 4 & 15) * 10 + (decimal & 15) == small);
    return 0;
}
