// target: both
// expect: safe
// paths: 1
#include <everypath.h>

int main(void) {
    uint16_t raw = everypath_u16("raw");
    int16_t half = (int16_t)raw;
    int8_t byte = (int8_t)raw;
    everypath_assert(half == (int)(raw ^ 0x8000) - 0x8000);
    everypath_assert(byte == (int)((raw & 0xff) ^ 0x80) - 0x80);
    everypath_assert((half >> 15) == -(int)(raw >> 15));
    return 0;
}
