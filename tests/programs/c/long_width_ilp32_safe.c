// target: ilp32
// machine: no, a product of 64 bits is made of four there
// expect: safe
// unoptimised: no, its arithmetic is hard without LLVM's passes
#include <everypath.h>

int main(void) {
    _Static_assert(sizeof(long) == 4 && sizeof(void *) == 4, "data model");
    long long x = everypath_int("x"), square = x * x;
    everypath_assert(square >= 0);
    return 0;
}
