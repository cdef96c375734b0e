// target: lp64
// machine: no, there is no __float128
// expect: safe
// assumed: function-values
#include <everypath.h>

/* 113 digits. */
__float128 sinf128(__float128), expf128(__float128), logf128(__float128), atan2f128(__float128, __float128), powf128(__float128, __float128);
static volatile __float128 one = 1, ten = 10;

int main(void) {
    everypath_assert(expf128(one) == 2.71828182845904523536028747135266249775724709369995Q);
    everypath_assert(4 * atan2f128(one, one) == 3.14159265358979323846264338327950288419716939937510Q);
    everypath_assert(powf128(ten, 27) == 1e27Q && powf128(ten, 5000) > 1e4931Q && (double)sinf128(one) == 0x1.aed548f090ceep-1);
    everypath_assert(expf128(logf128(ten)) - 10 < 0x1p-108Q && expf128(logf128(ten)) - 10 > -0x1p-108Q);
    return 0;
}
