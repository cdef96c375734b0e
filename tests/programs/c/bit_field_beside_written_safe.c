// target: both
// expect: safe
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// Bit-fields are read whose neighbours nobody wrote: of one unit, across bytes, signed, copied, written on one way only, passed by value,
// of units wider than a word, and in a variable whose size is an input.
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

struct narrow {
    unsigned first : 10, second : 3;
};

static unsigned second_of(struct narrow narrow) {
    return narrow.second;
}

int main(void) {
    unsigned char input = everypath_u8("input");
    struct mixed one, two;
    one.second = input % 16;
    if (input & 1) one.third = 300;
    two = one;
    struct wide wide;
    wide.high = input;
    if (input & 1) everypath_assert(two.third == 300 && two.second % 2);
    unsigned count = everypath_range(1, 3, "count");
    struct narrow passed, many[count];
    passed.second = input % 8;
    many[count - 1].second = second_of(passed);
    everypath_assert(many[count - 1].second == input % 8);
    everypath_assert(two.second == input % 16 && wide.high == input);
    return 0;
}
