// target: lp64
// expect: safe
// unoptimised: no, its arithmetic is hard without LLVM's passes
#include <everypath.h>

static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void) {
    int n = everypath_range(0, 12, "n");
    everypath_assert(factorial(n) >= n);
    return 0;
}
