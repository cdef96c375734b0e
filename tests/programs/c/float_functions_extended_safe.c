// target: both
// machine: no, long double is double there
// expect: safe
// assumed: function-values
#include <everypath.h>
#include <math.h>

/* Functions of 80 bits, whose values are the nearest numbers, and whose bounds are known where the argument is not. */
long double nondet_ldouble(void);
static volatile long double two = 2, least = 0x1p-16445L, great = 1e4900L;

int main(void) {
    everypath_assert(sinl(two) > 0.909L && sinl(two) != sin(2.0) && sinl(least) == least && fabsl(sinl(great)) <= 1);
    everypath_assert(isinf(expl(great)) && expl(-great) == 0 && expl(least) == 1 && expl(1) == 0x1.5bf0a8b145769536p1L);
    everypath_assert(powl(two, 16000) == 0x1p16000L && powl(two, -16445) == least && powl(3, 41) == 36472996377170786403.0L && cbrtl(4 * two) == 2);
    everypath_assert(logl(two) + logl(1 / two) == 0 && log10l(powl(10, 20)) == 20 && log2l(least) == -16445 && log1pl(least) == least);
    everypath_assert(4 * atan2l(1, 1) == 3.14159265358979323846264338327950288L && hypotl(3 * great, 4 * great) == 5 * great && asinhl(least) == least);
    long double x = nondet_ldouble();
    if (x >= -great && x <= great) everypath_assert(sinl(x) <= 1 && sinl(x) >= -1);
    if (x >= 0) everypath_assert(expl(x) >= 1 && (x > 3 || sinl(x) >= 0));
    return 0;
}
