// target: both
// expect: unsafe assertion
// line: 21
// Another message of two bytes has the checksum of "ok".
#include <everypath.h>

static unsigned char crc8(const unsigned char *bytes, int size) {
    unsigned char crc = 0;
    for (int i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = (unsigned char)(crc << 1 ^ (0x07 & -(crc >> 7)));
    }
    return crc;
}

int main(void) {
    static const unsigned char known[2] = {'o', 'k'};
    unsigned char message[2];
    EVERYPATH_SYMBOLIC(message);
    everypath_assume((message[0] != 'o') | (message[1] != 'k'));
    everypath_assert(crc8(message, 2) != crc8(known, 2));
    return 0;
}
