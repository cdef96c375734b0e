// target: both
// expect: unsafe uninitialized-read
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// line: 21
// replay: no
// A bit-field that nobody wrote stays so where another one of its byte is written, and in a copy of its struct.
#include <everypath.h>

struct mixed {
    unsigned first : 3;
    signed second : 5;
    unsigned third : 9;
};

int main(void) {
    struct mixed one, two;
    one.first = everypath_u8("first") & 7;
    one.third = one.first + 300u;
    two = one;
    return two.third > 300 && two.second == 7;
}
