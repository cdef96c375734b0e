// target: lp64
// machine: no, it begins at its start
// flags: --entry area
// expect: unsafe assertion
// line: 11
// replay: no
#include <everypath.h>

unsigned area(unsigned short width, unsigned height) {
    unsigned product = width * height;
    if (width != 0) everypath_assert(product / width == height);
    return product;
}
