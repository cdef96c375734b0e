/*
 * Compares the functions of the runtime library for long double, 80 bits, with those of this system, as differential.c does.
 */
#include "machine.h"

long double ep_copysignl(long double x, long double y) { return copysignl(x, y); }
long double ep_fmodl(long double x, long double y) { return fmodl(x, y); }
long double ep_fmaxl(long double x, long double y) { return fmaxl(x, y); }
long double ep_rintl(long double x) { return rintl(x); }
long double ep_roundl(long double x) { return roundl(x); }
long double ep_truncl(long double x) { return truncl(x); }
long double ep_hypotl(long double x, long double y) { return hypotl(x, y); }
long double ep_atan2l(long double x, long double y) { return atan2l(x, y); }
long double ep_sinl(long double x) { return sinl(x); }
long double ep_cosl(long double x) { return cosl(x); }
long double ep_logl(long double x) { return logl(x); }
long double ep_log1pl(long double x) { return log1pl(x); }
long double ep_sqrtl(long double x) { return sqrtl(x); }
long double ep_powl(long double x, long double y) { return powl(x, y); }

int ep_snprintf(char *, size_t, const char *, ...), ep_sscanf(const char *, const char *, ...);
long double ep_strtold(const char *, char **), ep_fabsl(long double), ep_frexpl(long double, int *), ep_scalblnl(long double, long);
long double ep_logbl(long double), ep_modfl(long double, long double *), ep_nextafterl(long double, long double), ep_fdiml(long double, long double);
long double ep_remquol(long double, long double, int *), ep_nanl(const char *);
long double ep_asinhl(long double), ep_acoshl(long double), ep_atanhl(long double), ep_exp10l(long double);
void ep_sincosl(long double, long double *, long double *);
int ep_ilogbl(long double), ep___fpclassifyl(long double), ep___isinfl(long double), ep___isnanl(long double), ep___finitel(long double);
int ep___signbitl(long double), *ep___errno_location(void);
double ep_nexttoward(double, long double);
float ep_nexttowardf(float, long double);
long ep_lroundl(long double), ep_lrintl(long double);
long double complex ep___mulxc3(long double, long double, long double, long double), ep___divxc3(long double, long double, long double, long double);

static long double of_bits(unsigned head, uint64_t significand) {
    long double x = 0;
    memcpy(&x, &significand, 8);
    memcpy((char *)&x + 8, &head, 2);
    return x;
}
static int same_l(long double x, long double y) { return memcmp(&x, &y, 10) == 0 || (x != x && y != y); }

/* Within four of the last places. */
static int near_l(long double x, long double y) { return same_l(x, y) || fabsl(x - y) <= 0x1p-61L * fabsl(x) || fabsl(x - y) <= 0x1p-16443L; }

static long double random_long_double(void) {
    uint64_t b = next(), leading = (uint64_t)1 << 63;
    unsigned negative = below(2) << 15;
    switch (below(9)) {
        case 0: return of_bits(negative | (1 + below(0x7ffe)), b | leading);
        case 1: return of_bits(negative, b & ~leading);
        case 2: return of_bits(negative | (16383 + below(70)), b | leading);
        case 3: return of_bits(negative | (1 + below(2)), chance(2) ? leading : (uint64_t)-1);
        case 4: return (long double)(int64_t)b;
        case 5: return (long double)(int)below(2000) / 8 - 100;
        case 6: return of_bits(negative | (16383 + below(4)), chance(2) ? leading : leading | (b & 0xff));
        case 7: {
            static const long double special[] = {0.0L, -0.0L, INFINITY, -INFINITY, NAN, 0x1.fffffffffffffffep16383L, 0x1p-16445L, 0.1L, 9.5L, 99.5L,
                                                  999999.5L, 9999995.0L, 0.0001L, 0.00001L, 1e15L, 1e17L, 1e22L, 1e27L, 1e28L, 0xfp0L, 0xf.8p4L};
            return special[below(sizeof special / sizeof *special)];
        }
        default: return powl(10, (int)below(60) - 30) * (long double)below(1000);
    }
}

static void test_text(void) {
    static char left[24000], right[24000];
    for (int i = 0; i < 3000; i++) {
        long double x = random_long_double();
        char format[40] = "%";
        if (chance(4)) strcat(format, "+");
        if (chance(4)) strcat(format, "#");
        if (chance(4)) strcat(format, "0");
        if (chance(3)) sprintf(format + strlen(format), "%u", below(30) + 1);
        if (chance(2)) sprintf(format + strlen(format), ".%u", below(chance(10) ? 400 : 25));
        sprintf(format + strlen(format), "L%c|%%d", "fFeEgGaA"[below(8)]);
        int a = snprintf(left, sizeof left, format, x, 5), b = ep_snprintf(right, sizeof right, format, x, 5);
        expect(a == b && strcmp(left, right) == 0, "printf \"%s\" %La:\n  |%.300s|\n  |%.300s|", format, x, left, right);
    }
    for (int i = 0; i < 3000; i++) {
        long double x = random_long_double(), y = 0;
        char *end = NULL, *own_end = NULL;
        switch (below(6)) {
            case 0: snprintf(left, sizeof left, "%.*Lg", (int)below(30), x); break;
            case 1: snprintf(left, sizeof left, "%.*Le", (int)below(200), x); break;
            case 2: snprintf(left, sizeof left, "%La", x); break;
            case 3: snprintf(left, sizeof left, "%llu%llue%d", (unsigned long long)next(), (unsigned long long)next(), (int)below(10000) - 5000); break;
            case 4: snprintf(left, sizeof left, "0x%llx.%llx%llxp%d", (unsigned long long)next() >> below(64), (unsigned long long)next(), (unsigned long long)next(), (int)below(33000) - 16500); break;
            default: {
                /* Halfway between two numbers, and a little above. */
                if (!(fabsl(x) > 1e-200L && fabsl(x) < 1e200L)) x = 1 + (long double)(next() >> 1) / 0x1p63L;
                unsigned exponent;
                struct { uint64_t significand; uint16_t head; } bits;
                memcpy(&bits, &x, 10);
                exponent = bits.head & 0x7fff;
                snprintf(left, sizeof left, "0x%llx.8p%d%s", (unsigned long long)bits.significand, (int)exponent - 16446, "");
                if (chance(2)) snprintf(left, sizeof left, "0x%llx.80000000000000001p%d", (unsigned long long)bits.significand, (int)exponent - 16446);
            }
        }
        errno = *ep___errno_location() = 0;
        x = strtold(left, &end);
        y = ep_strtold(left, &own_end);
        expect(same_l(x, y) && end == own_end && errno == *ep___errno_location(), "strtold %.200s: %La %d / %La %d", left, x, errno, y, *ep___errno_location());
    }
    long double read = 0, own = 0;
    sscanf("-1.1e-4940 7", "%Lf", &read);
    expect(ep_sscanf("-1.1e-4940 7", "%Lf", &own) == 1 && same_l(read, own), "sscanf");
    /* 16,000 digits between two numbers: the last one decides. */
    memset(left, '0', 12000);
    memcpy(left, "18446744073709551617", 20);
    strcpy(left + 12000, "e-11980");
    expect(ep_strtold(left, NULL) == 0x1p64L, "a tie of many digits");
    left[11000] = '1';
    expect(ep_strtold(left, NULL) == strtold(left, NULL) && strtold(left, NULL) > 0x1p64L, "above a tie of many digits");
}

static void test_numbers(void) {
    for (int i = 0; i < 100000; i++) {
        long double x = random_long_double(), y = chance(4) ? x : random_long_double(), whole, own_whole;
        int n = 0, own_n = 0, quotient = 0, own_quotient = 0, places = (int)below(chance(2) ? 40 : 60000) - (chance(2) ? 20 : 30000);
#define SAME(call) expect(same_l(call, ep_##call), #call " of %La %La %d: %La / %La", x, y, places, call, ep_##call)
#define NEAR(call) expect(near_l(call, ep_##call), #call " of %La: %La / %La", x, call, ep_##call)
#define EQUAL(call) expect(call == ep_##call, #call " of %La", x)
        SAME(fabsl(x));
        SAME(scalblnl(x, places));
        SAME(logbl(x));
        SAME(nextafterl(x, y));
        SAME(fdiml(x, y));
        EQUAL(ilogbl(x));
        EQUAL(__fpclassifyl(x));
        EQUAL(__isinfl(x));
        expect((isnan(x) != 0) == ep___isnanl(x) && (isfinite(x) != 0) == (ep___finitel(x) != 0) && (signbit(x) != 0) == ep___signbitl(x), "class of %La", x);
        expect(same_l(frexpl(x, &n), ep_frexpl(x, &own_n)) && (!isfinite(x) || n == own_n), "frexpl %La: %d / %d", x, n, own_n);
        expect(same_l(modfl(x, &whole), ep_modfl(x, &own_whole)) && same_l(whole, own_whole), "modfl %La", x);
        NEAR(asinhl(x));
        NEAR(acoshl(x));
        NEAR(atanhl(x));
        NEAR(exp10l(x));
        ep_sincosl(x, &whole, &own_whole);
        expect(same_l(whole, sinl(x)) && same_l(own_whole, cosl(x)), "sincosl %La", x);
        if (y != 0 && isfinite(x)) expect(same_l(remquol(x, y, &quotient), ep_remquol(x, y, &own_quotient)) && (quotient & 7) == (own_quotient & 7), "remquol %La %La: %d / %d", x, y, quotient, own_quotient);
        double d = (double)x;
        expect(same(nexttoward(d, y), ep_nexttoward(d, y)), "nexttoward %a %La", d, y);
        float f = (float)x;
        expect(same_f(nexttowardf(f, y), ep_nexttowardf(f, y)), "nexttowardf %a %La", f, y);
        if (fabsl(x) < 0x1p62L) expect(lroundl(x) == ep_lroundl(x) && lrintl(x) == ep_lrintl(x), "lroundl %La", x);
    }
    violations = 0;
    ep_lroundl(0x1p63L);
    expect(violations == 1 && strcmp(violated, "invalid-conversion") == 0, "lroundl beyond the range");
    ep_lroundl(-0x1p63L);
    expect(violations == 1, "lroundl of the least");
    for (int i = 0; i < 20000; i++) {
        long double a = random_long_double(), b = random_long_double(), c = random_long_double(), d = random_long_double();
        long double complex p = __builtin_complex(a, b) * __builtin_complex(c, d), q = ep___mulxc3(a, b, c, d);
        expect(same_l(creall(p), creall(q)) && same_l(cimagl(p), cimagl(q)), "product of %La %La and %La %La", a, b, c, d);
        /* Quotients are rounded several times, in an order that is the library's own. */
        a = (int)below(2000) - 1000, b = (int)below(2000) - 1000, c = (int)below(2000) - 1000, d = (int)below(2000) + 1;
        p = __builtin_complex(a, b) / __builtin_complex(c, d), q = ep___divxc3(a, b, c, d);
        expect(cabsl(p - q) <= 0x1p-60L * cabsl(p), "quotient of %La %La and %La %La", a, b, c, d);
    }
}

int main(int count, char **arguments) {
    if (count > 1) state ^= strtoull(arguments[1], NULL, 10) * 0x9e3779b97f4a7c15u;
    test_text();
    test_numbers();
    printf("%ld comparisons, %d differences\n", comparisons, differences);
    return differences < 100 ? differences : 100;
}
