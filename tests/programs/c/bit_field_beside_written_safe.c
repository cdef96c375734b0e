// target: both
// expect: safe
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// Bit-fields are read whose neighbours nobody wrote: of one unit, across bytes, signed, copied, written on one way only, and of units wider than a word.
#include <everypath.h>

struct mixed {
    unsigned first : 3;
    signed second : 5;
    unsigned third : 9;
};

struct __attribute__((packed)) wide {
    unsigned long long low : 49;
    unsigned high : 32;
};

int main(void) {
    unsigned char input = everypath_u8("input");
    struct mixed one, two;
    one.second = input % 16;
    if (input & 1) one.third = 300;
    two = one;
    struct wide wide;
    wide.high = input;
    if (input & 1) everypath_assert(two.third == 300 && two.second % 2);
    everypath_assert(two.second == input % 16 && wide.high == input);
    return 0;
}
