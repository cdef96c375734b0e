// target: both
// machine: no, long double is double there
// expect: safe
#include <everypath.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `long double` has the 80 bits of the x87: 64 digits, ten bytes of which are written. */
int main(void) {
    everypath_assert(LDBL_MANT_DIG == 64 && sizeof(long double) >= 12);
    long double tenth = 0.1L, third = 1.0L / 3;
    everypath_assert(tenth != 0.1 && third + third + third == 1);
    everypath_assert(nextafterl(1, 2) - 1 == LDBL_EPSILON && sqrtl(2) * sqrtl(2) != 2);
    int exponent;
    everypath_assert(frexpl(0x1p-16400L, &exponent) == 0.5L && exponent == -16399);
    everypath_assert(LDBL_MAX + LDBL_MAX == INFINITY && isnormal(LDBL_MIN) && !isnormal(LDBL_MIN / 2));
    char text[64];
    everypath_assert(sprintf(text, "%.20Lf %La %d", third, tenth, 7) == 47);
    everypath_assert(strtold(text, NULL) == third && strstr(text, "0xc.ccccccccccccccdp-7 7") != NULL);
    everypath_assert(sscanf(" 1e-400", "%Lf", &tenth) == 1 && tenth > 0 && (double)tenth == 0);
    unsigned char bytes[sizeof third];
    memset(bytes, 7, sizeof bytes);
    *(long double *)memset(bytes, 7, sizeof bytes) = 1;
    everypath_assert(bytes[7] == 0x80 && bytes[9] == 0x3f && bytes[10] == 7);
    return 0;
}
