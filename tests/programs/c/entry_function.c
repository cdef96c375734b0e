// target: lp64
// flags: --entry area
// expect: unsafe assertion
// line: 10
// replay: no
#include <everypath.h>

unsigned area(unsigned short width, unsigned height) {
    unsigned product = width * height;
    if (width != 0) everypath_assert(product / width == height);
    return product;
}
