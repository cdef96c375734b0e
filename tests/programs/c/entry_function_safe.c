// target: lp64
// machine: no, it begins at its start
// flags: --entry area
// unoptimised: no, its arithmetic is hard without LLVM's passes
// expect: safe
#include <everypath.h>

unsigned area(unsigned short width, unsigned height) {
    if (height > 65535) return 0;
    unsigned product = width * height;
    if (width != 0) everypath_assert(product / width == height);
    return product;
}
