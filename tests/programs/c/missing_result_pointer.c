// target: both
// expect: unsafe unreachable
// replay: no, no sanitizer of C looks at it
// line: 22
#include <everypath.h>

static double half(int x) {
    if (x % 2 == 0) return x / 2.0;
}

static double third(int x) {
    half(1);
    return x / 3.0;
}

int main(void) {
    int x = everypath_int("x");
    everypath_assume(x >= 0 && x < 4);
    double (*const functions[])(int) = {half, third};
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += functions[i](x);
    }
    return sum < 0;
}
