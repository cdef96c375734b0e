// target: both
// expect: safe
// paths: 1
#include <everypath.h>

static unsigned short crc16(unsigned char first, unsigned char second) {
    unsigned short crc = (unsigned short)(first << 8);
    for (int bit = 0; bit < 8; bit++) crc = (unsigned short)(crc << 1 ^ (0x1021 & -(crc >> 15)));
    crc ^= (unsigned short)(second << 8);
    for (int bit = 0; bit < 8; bit++) crc = (unsigned short)(crc << 1 ^ (0x1021 & -(crc >> 15)));
    return crc;
}

int main(void) {
    unsigned char first = everypath_u8("first"), second = everypath_u8("second");
    everypath_assume((first != 'o') | (second != 'k'));
    everypath_assert(crc16(first, second) != crc16('o', 'k'));
    return 0;
}
