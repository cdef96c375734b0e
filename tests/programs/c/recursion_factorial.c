// target: lp64
// expect: unsafe signed-overflow
// unoptimised: no, its arithmetic is hard without LLVM's passes
// line: 9
// example: n = 13
#include <everypath.h>

static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void) {
    int n = everypath_range(0, 13, "n");
    everypath_assert(factorial(n) >= n);
    return 0;
}
