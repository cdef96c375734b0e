// target: lp64
// machine: no, the check is not of machine code
// flags: --check float-overflow
// expect: safe
#include <everypath.h>

/* No infinity is made of finite numbers: one that comes in goes out, and one over zero is another matter. */
int main(void) {
    float x = everypath_float("x");
    float half = x / 2;
    double wide = (double)x * x;
    float one = 1 / (x - x == 0 ? 0.0f : 1.0f);
    return half > x && wide < 0 && one < 0;
}
