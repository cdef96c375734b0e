// target: both
// expect: unsafe uninitialized-read
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// replay: no
// line: 16
// A bit-field as wide as its unit is read where it is changed, though the unit is loaded, masked and stored.
#include <everypath.h>

struct word {
    unsigned all : 32;
};

int main(void) {
    struct word word;
    word.all &= everypath_u8("mask");
    return 0;
}
