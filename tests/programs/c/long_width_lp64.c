// target: lp64
// expect: safe
// unoptimised: no, its arithmetic is hard without LLVM's passes
#include <everypath.h>

int main(void) {
    long x = everypath_int("x");
    everypath_assert(x * x >= 0);
    everypath_assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(int) == 4 && sizeof(long long) == 8);
    return 0;
}
