/*
 * <math.h>: inverse hyperbolic functions, error functions and gamma functions, from what the machine has.
 *
 * Sources: the series and the continued fraction of erf and erfc (DLMF 7.6.2 and 7.9.3), Stirling's series with the recurrence and
 * the reflection of gamma (DLMF 5.11.1, 5.5.1, 5.5.3), Taylor's series of log gamma (DLMF 5.7.3). The last few bits can differ from those of
 * other libraries; more of lgamma() at negative numbers where it is next to 0.
 */
#include <errno.h>
#include <math.h>

#define PI 0x1.921fb54442d18p1
#define ROOT_OF_PI 0x1.c5bf891b4ef6ap0
#define HALF_LOG_OF_TWO_PI 0x1.d67f1c864beb5p-1
#define ROOT_OF_TWO_PI 0x1.40d931ff62706p1
#define LOG_OF_TWO 0x1.62e42fefa39efp-1

int signgam;

static double not_a_number(void) { return double_of_bits(INFINITY64 | (uint64_t)1 << 51); }

static double domain_error(void) {
    errno = EDOM;
    return not_a_number();
}

/* For a type with a suffix of its functions; at LARGE and from there on, 1 is nothing beside the square of a number. */
#define INVERSE_HYPERBOLIC(type, suffix, LARGE, log_of_two)                                                    \
    type asinh##suffix(type x) {                                                                               \
        type size = fabs##suffix(x);                                                                           \
        if (!__finite##suffix(x) || size < 1 / LARGE) return x;                                                \
        type result = size > LARGE ? log##suffix(size) + log_of_two                                            \
                                   : log1p##suffix(size + size * size / (1 + sqrt##suffix(size * size + 1)));  \
        return copysign##suffix(result, x);                                                                    \
    }                                                                                                          \
    type acosh##suffix(type x) {                                                                               \
        if (__isnan##suffix(x)) return x;                                                                      \
        if (x < 1) return domain_error();                                                                      \
        if (x > LARGE) return log##suffix(x) + log_of_two;                                                     \
        type above = x - 1;                                                                                    \
        return log1p##suffix(above + sqrt##suffix(2 * above + above * above));                                 \
    }                                                                                                          \
    type atanh##suffix(type x) {                                                                               \
        type size = fabs##suffix(x);                                                                           \
        if (__isnan##suffix(x) || size < 1 / LARGE) return x;                                                  \
        if (size > 1) return domain_error();                                                                   \
        if (size == 1) {                                                                                       \
            errno = ERANGE;                                                                                    \
            return copysign##suffix((type)double_of_bits(INFINITY64), x);                                      \
        }                                                                                                      \
        return copysign##suffix(log1p##suffix(2 * size / (1 - size)) / 2, x);                                  \
    }
INVERSE_HYPERBOLIC(double, , 0x1p28, LOG_OF_TWO)

/* e^(-x*x): the square is taken apart, so that what is rounded away from it is not lost. */
static double gaussian(double x) {
    double high = double_of_bits(bits_of_double(x) & ~(uint64_t)0x7ffffff), low = x - high;
    return exp(-high * high) * exp(-low * (x + high));
}

/* erf of a number from 0 to 2, by a series without cancellation. */
static double error_series(double x) {
    double term = x, sum = x;
    for (int n = 1; term > sum * 0x1p-56; n++) {
        term *= 2 * x * x / (2 * n + 1);
        sum += term;
    }
    return 2 / ROOT_OF_PI * gaussian(x) * sum;
}

/* erfc of a number from 1 on, by its continued fraction from the back. */
static double error_fraction(double x) {
    double rest = 0;
    for (int n = x < 2 ? 200 : 60; n > 0; n--) rest = n / 2.0 / (x + rest);
    return gaussian(x) / ROOT_OF_PI / (x + rest);
}

double erf(double x) {
    double size = fabs(x);
    if (__isnan(x)) return x;
    if (size < 0x1p-30) return x + x * (2 / ROOT_OF_PI - 1);
    if (size > 6) return copysign(1, x);
    return copysign(size < 1.5 ? error_series(size) : 1 - error_fraction(size), x);
}

double erfc(double x) {
    if (__isnan(x)) return x;
    if (x < 1) return 1 - erf(x);
    if (x > 28) {
        if (__finite(x)) errno = ERANGE;
        return 0;
    }
    return error_fraction(x);
}

/* What Stirling's formula leaves of log gamma: sum of B(2k) / (2k (2k-1) x^(2k-1)), for x from 10 on. */
static double stirling_rest(double x) {
    static const double terms[] = {1.0 / 12,      -1.0 / 360,         1.0 / 1260, -1.0 / 1680,     1.0 / 1188,
                                   -691.0 / 360360, 1.0 / 156, -3617.0 / 122400, 43867.0 / 244188};
    double sum = 0, square = x * x;
    for (int i = sizeof terms / sizeof *terms - 1; i >= 0; i--) sum = sum / square + terms[i];
    return sum / x;
}

/* Gamma of a number from 10 to 172. The power is taken in two halves, since it is beyond the range before the result is. */
static double large_gamma(double x) {
    double half = pow(x, x / 2 - 0.25);
    return half * exp(-x) * ROOT_OF_TWO_PI * half * exp(stirling_rest(x));
}

static double positive_gamma(double x) {
    double product = 1;
    if (x <= 23 && x == trunc(x)) { /* as long as a factorial is exact */
        while (x > 2) product *= x -= 1;
        return product;
    }
    if (x >= 10) return x > 172 ? 0x1p1023 * x : large_gamma(x);
    for (; x < 10; x++) product *= x;
    return large_gamma(x) / product;
}

/* sin(pi * x), exact at multiples of 1/2. */
static double sine_of_half_turns(double x) {
    if (x < 0) return -sine_of_half_turns(-x);
    double rest = fmod(x, 2);
    if (rest == 0 || rest == 1) return 0;
    if (rest > 1) return -sine_of_half_turns(rest - 1);
    if (rest > 0.5) rest = 1 - rest;
    return rest == 0.5 ? 1 : rest > 0.25 ? cos(PI * (0.5 - rest)) : sin(PI * rest);
}

double tgamma(double x) {
    if (__isnan(x) || x == double_of_bits(INFINITY64)) return x;
    if (x == 0) {
        errno = ERANGE;
        return copysign(double_of_bits(INFINITY64), x);
    }
    if (x < 0 && (x == trunc(x) || !__finite(x))) return domain_error();
    double result;
    if (x > 0) {
        result = x < 0x1p-60 ? 1 / x : positive_gamma(x);
    } else if (x > -0x1p-60) {
        result = 1 / x;
    } else if (x < -184) {
        result = fmod(trunc(x), 2) == 0 ? -0.0 : 0.0;
    } else if (x < -170) {
        /* Where gamma(1 - x) is too large and the result is not yet 0. */
        result = PI / (sine_of_half_turns(x) * positive_gamma(-x - 20));
        for (double factor = -x - 20; factor <= -x; factor++) result /= factor;
    } else {
        result = PI / (sine_of_half_turns(x) * positive_gamma(1 - x));
    }
    if (!__finite(result) || result == 0) errno = ERANGE;
    return result;
}

/* log gamma(2 + x) for x from -1/2 to 1/2: (1 - Euler's constant) x, and the sum of (-1)^k (zeta(k) - 1) / k x^k from k = 2 on. */
static double log_gamma_near_two(double x) {
    static const double terms[] = {
        0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a557607p-4, 0x1.51322ac7d8483p-6, -0x1.e404fc218f5f2p-8,
        0x1.7add6eadb6c30p-9, -0x1.38ac5c2bf8e08p-10, 0x1.0b36af86396e9p-11, -0x1.d3fd4c76d2fc8p-13, 0x1.a127b0f17d65ap-14,
        -0x1.78de5bd7c81efp-15, 0x1.580dcee66eb02p-16, -0x1.3cbc963ce2243p-17, 0x1.2597a39f34aacp-18, -0x1.11b2eb7679541p-19,
        0x1.0064cdeb22f0fp-20, -0x1.e2600d93cfd2fp-22, 0x1.c76bbb3f07a4dp-23, -0x1.af5a6cbbf8a97p-24, 0x1.99b93c2070b0fp-25,
        -0x1.862c734df3eacp-26, 0x1.7469daccfadcdp-27, -0x1.6434a8447aeadp-28, 0x1.555a877ffd2c3p-29, -0x1.47b1679258d0ep-30,
        0x1.3b15d2b2fc10cp-31};
    double sum = 0;
    for (int i = sizeof terms / sizeof *terms - 1; i >= 0; i--) sum = sum * x + terms[i];
    return sum * x;
}

/* log gamma(x) for x from 0 to 10. No digits are lost at 1 and 2, where it is 0. */
static double small_log_gamma(double x) {
    if (x < 0.5) return log_gamma_near_two(x) - log1p(x) - log(x);
    if (x < 1.5) return log_gamma_near_two(x - 1) - log1p(x - 1);
    double product = 1;
    while (x > 2.5) product *= x -= 1;
    return log_gamma_near_two(x - 2) + log(product);
}

double lgamma_r(double x, int *sign) {
    *sign = 1;
    if (__isnan(x)) return x;
    if (!__finite(x)) return double_of_bits(INFINITY64);
    if (x <= 0 && x == trunc(x)) {
        *sign = x == 0 && __signbit(x) ? -1 : 1;
        errno = ERANGE;
        return double_of_bits(INFINITY64);
    }
    if (fabs(x) < 0x1p-60) {
        *sign = x < 0 ? -1 : 1;
        return -log(fabs(x));
    }
    if (x < 0) {
        int unused;
        double sine = sine_of_half_turns(x);
        *sign = sine < 0 ? -1 : 1;
        return log(PI / fabs(sine * x)) - lgamma_r(-x, &unused);
    }
    if (x < 10) return small_log_gamma(x);
    double result = (x - 0.5) * (log(x) - 1) + (HALF_LOG_OF_TWO_PI - 0.5) + (x < 0x1p50 ? stirling_rest(x) : 0);
    if (!__finite(result)) errno = ERANGE;
    return result;
}

double lgamma(double x) { return lgamma_r(x, &signgam); }
double gamma(double x) { return lgamma(x); }

#if HAS_EXTENDED
#define OF_LONG_DOUBLE(name) __everypath_unsupported(#name "l of 80 bits")
#else
#define OF_LONG_DOUBLE(name) return name((double)x)
#endif

#define OF_FLOAT(name) float name##f(float x) { return (float)name(x); }
#define OTHER_FORMATS(name) \
    OF_FLOAT(name)          \
    long double name##l(long double x) { OF_LONG_DOUBLE(name); }

#if HAS_EXTENDED
OF_FLOAT(asinh)
OF_FLOAT(acosh)
OF_FLOAT(atanh)
INVERSE_HYPERBOLIC(long double, l, 0x1p33L, 0x1.62e42fefa39ef358p-1L)
#else
OTHER_FORMATS(asinh)
OTHER_FORMATS(acosh)
OTHER_FORMATS(atanh)
#endif
OTHER_FORMATS(erf)
OTHER_FORMATS(erfc)
OTHER_FORMATS(tgamma)
OTHER_FORMATS(lgamma)

float lgammaf_r(float x, int *sign) { return (float)lgamma_r(x, sign); }
long double lgammal_r(long double x, int *sign) {
#if HAS_EXTENDED
    (void)sign;
    return lgammal(x);
#else
    return lgamma_r((double)x, sign);
#endif
}

double scalb(double x, double exponent) {
    if (exponent != trunc(exponent) || fabs(exponent) > 0x1p30) __everypath_unsupported("scalb of a number that is no integer");
    return scalbln(x, (long)exponent);
}
double significand(double x) {
    int exponent;
    double fraction = frexp(x, &exponent);
    return x == 0 || !__finite(x) ? x : 2 * fraction;
}

/* Bessel functions are functions that nobody has asked for yet. */
#define NO_BESSEL(name, parameters) \
    double name parameters { __everypath_unsupported(#name); }
NO_BESSEL(j0, (double x))
NO_BESSEL(j1, (double x))
NO_BESSEL(jn, (int n, double x))
NO_BESSEL(y0, (double x))
NO_BESSEL(y1, (double x))
NO_BESSEL(yn, (int n, double x))
