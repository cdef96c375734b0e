/*
 * <complex.h>, and what compilers call for products and quotients of complex numbers.
 *
 * The functions follow their definitions in terms of real ones; at infinities they follow C17 annex G as far as those do, and no further.
 * A part that is small beside the other one keeps its digits, and what is in range is not lost on the way. The forms for float go through
 * double; of those for the 80 bits of the x87 there are the exact ones only.
 */
#include <complex.h>
#include <math.h>

#define COMPLEX(real, imaginary) __builtin_complex((double)(real), (double)(imaginary))

double creal(double complex z) { return __real__ z; }
double cimag(double complex z) { return __imag__ z; }
double complex conj(double complex z) { return COMPLEX(creal(z), -cimag(z)); }
double cabs(double complex z) { return hypot(creal(z), cimag(z)); }
double carg(double complex z) { return atan2(cimag(z), creal(z)); }

double complex cproj(double complex z) {
    if (!__isinf(creal(z)) && !__isinf(cimag(z))) return z;
    return COMPLEX(double_of_bits(INFINITY64), copysign(0, cimag(z)));
}

#define E_TO_700 0x1.d945df4f8ec8ep1009

/* factor * e^x, which may be in range where e^x is not. */
static double times_exponential(double factor, double x) {
    double part = x > 700 ? 700 : 0, power = x > 700 ? E_TO_700 : 1;
    return factor * power * exp(x - part);
}

/* Real numbers stay what they are, so that infinities do not become NaN. */
double complex cexp(double complex z) {
    double x = creal(z), y = cimag(z);
    if (y == 0) return COMPLEX(exp(x), y);
    if ((__isinf(x) != 0) & !__finite(y)) return x < 0 ? COMPLEX(0, copysign(0, y)) : COMPLEX(x, y - y);
    return COMPLEX(times_exponential(cos(y), x), times_exponential(sin(y), x));
}

/* What a square lacks that was rounded: the number is taken apart, so that all products are exact (T. J. Dekker, 1971). */
static double lost_of_square(double x, double square) {
    double spread = 0x8000001p0 * x, high = spread - (spread - x), low = x - high;
    return high * high - square + 2 * high * low + low * low;
}

/* log |z|. Where that is near 0, from |z|^2 - 1 with all its digits; where |z| may be out of range, from a multiple. */
static double log_of_size(double x, double y) {
    double large = fmax(fabs(x), fabs(y)), small = fabs(x) == large ? fabs(y) : fabs(x);
    if (large >= 0.5 && large <= 2) {
        double first = large * large, second = small * small, sum = first + second;
        double lost = second - (sum - first) + (lost_of_square(large, first) + lost_of_square(small, second));
        return log1p(sum - 1 + lost) / 2;
    }
    double scale = large > 0x1p1000 ? 0x1p-600 : large < 0x1p-900 ? 0x1p600 : 1;
    double steps = large > 0x1p1000 ? 600 : large < 0x1p-900 ? -600 : 0;
    return log(hypot(x * scale, y * scale)) + steps * LOG_OF_TWO;
}

double complex clog(double complex z) { return COMPLEX(log_of_size(creal(z), cimag(z)), carg(z)); }

double complex csqrt(double complex z) {
    double x = creal(z), y = cimag(z);
    if (x == 0 && y == 0) return COMPLEX(0, y);
    if (__isinf(y)) return COMPLEX(fabs(y), y);
    if (y == 0 || (__isinf(x) && !__isnan(y))) {
        return x < 0 ? COMPLEX(0, copysign(sqrt(-x), y)) : COMPLEX(sqrt(x), copysign(0, y));
    }
    double scale = fabs(x) > 0x1p1020 || fabs(y) > 0x1p1020 ? 0.25 : 1;
    double root = sqrt((hypot(x * scale, y * scale) + fabs(x * scale)) / 2), other = fabs(y * scale) / (2 * root);
    double back = scale == 1 ? 1 : 2;
    return x >= 0 ? COMPLEX(root * back, copysign(other * back, y)) : COMPLEX(other * back, copysign(root * back, y));
}

/* Of 0 what its logarithm makes of it: infinite or no number where the exponent is negative, 0, or imaginary. */
double complex cpow(double complex base, double complex exponent) { return cexp(exponent * clog(base)); }

/* Above 700, sinh and cosh are half of e^|x|. */
double complex csinh(double complex z) {
    double x = creal(z), y = cimag(z), size = fabs(x);
    if (y == 0) return COMPLEX(sinh(x), y);
    if (size > 700) return COMPLEX(times_exponential(copysign(0.5, x) * cos(y), size), times_exponential(sin(y) / 2, size));
    return COMPLEX(sinh(x) * cos(y), cosh(x) * sin(y));
}
double complex ccosh(double complex z) {
    double x = creal(z), y = cimag(z), size = fabs(x);
    if (y == 0) return COMPLEX(cosh(x), copysign(0, x) * y);
    if (size > 700) return COMPLEX(times_exponential(cos(y) / 2, size), times_exponential(copysign(0.5, x) * sin(y), size));
    return COMPLEX(cosh(x) * cos(y), sinh(x) * sin(y));
}
/* Above 22, tanh is 1, and sinh^2 is e^|2 x| / 4. */
double complex ctanh(double complex z) {
    double x = creal(z), y = cimag(z);
    if ((__isinf(x) != 0) & !__finite(y)) return COMPLEX(copysign(1, x), copysign(0, y));
    if (fabs(x) > 22) {
        double small = exp(-fabs(x));
        return COMPLEX(copysign(1, x), 4 * (sin(y) * small) * (cos(y) * small));
    }
    double divisor = sinh(x) * sinh(x) + cos(y) * cos(y);
    return COMPLEX(sinh(x) * cosh(x) / divisor, y == 0 ? y : sin(y) * cos(y) / divisor);
}

/* i z and -i z; f(z) = -i g(i z) for a circular function f and its hyperbolic g. */
static double complex turn_left(double complex z) { return COMPLEX(-cimag(z), creal(z)); }
static double complex turn_right(double complex z) { return COMPLEX(cimag(z), -creal(z)); }

double complex csin(double complex z) { return turn_right(csinh(turn_left(z))); }
double complex ccos(double complex z) { return ccosh(turn_left(z)); }
double complex ctan(double complex z) { return turn_right(ctanh(turn_left(z))); }

/* W. Kahan, "Branch cuts for complex elementary functions" (1987): no cancellation near the cuts. */
double complex casin(double complex z) {
    double complex below = csqrt(COMPLEX(1 - creal(z), -cimag(z))), above = csqrt(COMPLEX(1 + creal(z), cimag(z)));
    double product = creal(below) * creal(above) - cimag(below) * cimag(above);
    double imaginary = cimag(above) * creal(below) - creal(above) * cimag(below);
    return COMPLEX(atan2(creal(z), product), asinh(imaginary));
}
double complex cacos(double complex z) {
    double complex below = csqrt(COMPLEX(1 - creal(z), -cimag(z))), above = csqrt(COMPLEX(1 + creal(z), cimag(z)));
    double imaginary = creal(above) * cimag(below) - cimag(above) * creal(below);
    return COMPLEX(2 * atan2(creal(below), creal(above)), asinh(imaginary));
}
double complex cacosh(double complex z) {
    double complex below = csqrt(COMPLEX(creal(z) - 1, cimag(z))), above = csqrt(COMPLEX(creal(z) + 1, cimag(z)));
    double real = creal(below) * creal(above) + cimag(below) * cimag(above);
    return COMPLEX(asinh(real), 2 * atan2(cimag(below), creal(above)));
}
double complex casinh(double complex z) { return turn_right(casin(turn_left(z))); }

/* Far from 0, it is 1 / z beside a quarter turn; at 1 and -1, the square of a small imaginary part is below all numbers. */
double complex catanh(double complex z) {
    double x = creal(z), y = cimag(z), size = fabs(x), real;
    if (__isinf(x) || __isinf(y)) return COMPLEX(copysign(0, x), copysign(PI / 2, y));
    if (size > 0x1p60 || fabs(y) > 0x1p60) {
        double half = hypot(size / 2, y / 2);
        return COMPLEX(copysign(size / half / half / 4, x), copysign(PI / 2, y));
    }
    if (size == 1 && fabs(y) < 0x1p-60 && y != 0) {
        real = (LOG_OF_TWO - log(fabs(y))) / 2;
    } else {
        real = log1p(4 * size / ((1 - size) * (1 - size) + y * y)) / 4;
    }
    return COMPLEX(copysign(real, x), atan2(2 * y, (1 - size) * (1 + size) - y * y) / 2);
}
double complex catan(double complex z) { return turn_right(catanh(turn_left(z))); }

long double creall(long double complex z) { return __real__ z; }
long double cimagl(long double complex z) { return __imag__ z; }
long double complex conjl(long double complex z) { return __builtin_complex(creall(z), -cimagl(z)); }
long double cabsl(long double complex z) { return hypotl(creall(z), cimagl(z)); }
long double cargl(long double complex z) { return atan2l(cimagl(z), creall(z)); }
long double complex cprojl(long double complex z) {
    if (!__isinfl(creall(z)) && !__isinfl(cimagl(z))) return z;
    return __builtin_complex((long double)double_of_bits(INFINITY64), copysignl(0, cimagl(z)));
}

#if HAS_EXTENDED
#define OF_LONG_COMPLEX(name, argument) __everypath_unsupported(#name "l of 80 bits")
#else
#define OF_LONG_COMPLEX(name, argument) return name argument
#endif

#define COMPLEX_FORMATS(name)                                                 \
    float complex name##f(float complex z) { return (float complex)name(z); } \
    long double complex name##l(long double complex z) { OF_LONG_COMPLEX(name, ((double complex)z)); }

float crealf(float complex z) { return __real__ z; }
float cimagf(float complex z) { return __imag__ z; }
float cabsf(float complex z) { return (float)cabs(z); }
float cargf(float complex z) { return (float)carg(z); }
float complex conjf(float complex z) { return (float complex)conj(z); }
float complex cprojf(float complex z) { return (float complex)cproj(z); }
COMPLEX_FORMATS(cexp)
COMPLEX_FORMATS(clog)
COMPLEX_FORMATS(csqrt)
COMPLEX_FORMATS(csin)
COMPLEX_FORMATS(ccos)
COMPLEX_FORMATS(ctan)
COMPLEX_FORMATS(csinh)
COMPLEX_FORMATS(ccosh)
COMPLEX_FORMATS(ctanh)
COMPLEX_FORMATS(casin)
COMPLEX_FORMATS(cacos)
COMPLEX_FORMATS(catan)
COMPLEX_FORMATS(casinh)
COMPLEX_FORMATS(cacosh)
COMPLEX_FORMATS(catanh)

float complex cpowf(float complex base, float complex exponent) { return (float complex)cpow(base, exponent); }
long double complex cpowl(long double complex base, long double complex exponent) {
    OF_LONG_COMPLEX(cpow, ((double complex)base, (double complex)exponent));
}

/*
 * Products and quotients, for a real type and the suffix of its functions.
 *
 * (a + b i) * (c + d i): an infinite factor gives an infinite product, where the plain formula gives NaN. Each part of it becomes a sign
 * and 1 or 0 (C17 G.5.1p7). (a + b i) / (c + d i): the divisor is scaled, so that its square is in range.
 */
#define COMPLEX_ARITHMETIC(mode, real_type, l)                                                                                    \
    static real_type unit_of##l(real_type x) { return copysign##l(__isinf##l(x) ? 1 : 0, x); }                                    \
    static real_type zero_for_nan##l(real_type x) { return __isnan##l(x) ? copysign##l(0, x) : x; }                               \
    real_type complex __mul##mode##3(real_type a, real_type b, real_type c, real_type d) {                                        \
        real_type real = a * c - b * d, imaginary = a * d + b * c;                                                                \
        if (!__isnan##l(real) || !__isnan##l(imaginary)) return __builtin_complex(real, imaginary);                               \
        _Bool infinite = 0;                                                                                                       \
        if (__isinf##l(a) || __isinf##l(b)) {                                                                                     \
            a = unit_of##l(a), b = unit_of##l(b), c = zero_for_nan##l(c), d = zero_for_nan##l(d);                                 \
            infinite = 1;                                                                                                         \
        }                                                                                                                         \
        if (__isinf##l(c) || __isinf##l(d)) {                                                                                     \
            c = unit_of##l(c), d = unit_of##l(d), a = zero_for_nan##l(a), b = zero_for_nan##l(b);                                 \
            infinite = 1;                                                                                                         \
        }                                                                                                                         \
        real_type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                                 \
        if (!infinite && (__isinf##l(ac) || __isinf##l(bd) || __isinf##l(ad) || __isinf##l(bc))) {                                \
            a = zero_for_nan##l(a), b = zero_for_nan##l(b), c = zero_for_nan##l(c), d = zero_for_nan##l(d);                       \
            infinite = 1;                                                                                                         \
        }                                                                                                                         \
        if (!infinite) return __builtin_complex(real, imaginary);                                                                 \
        real_type infinity = double_of_bits(INFINITY64);                                                                          \
        return __builtin_complex(infinity * (a * c - b * d), infinity * (a * d + b * c));                                         \
    }                                                                                                                             \
    real_type complex __div##mode##3(real_type a, real_type b, real_type c, real_type d) {                                        \
        real_type largest = fmax##l(fabs##l(c), fabs##l(d)), exponent = logb##l(largest);                                         \
        int scale = 0;                                                                                                            \
        if (__finite##l(exponent)) {                                                                                              \
            scale = (int)exponent;                                                                                                \
            c = scalbn##l(c, -scale);                                                                                             \
            d = scalbn##l(d, -scale);                                                                                             \
        }                                                                                                                         \
        real_type square = c * c + d * d;                                                                                         \
        real_type real = scalbn##l((a * c + b * d) / square, -scale);                                                             \
        real_type imaginary = scalbn##l((b * c - a * d) / square, -scale);                                                        \
        if (!__isnan##l(real) || !__isnan##l(imaginary)) return __builtin_complex(real, imaginary);                               \
        real_type infinity = double_of_bits(INFINITY64);                                                                          \
        if (square == 0 && (!__isnan##l(a) || !__isnan##l(b))) {                                                                  \
            return __builtin_complex(copysign##l(infinity, c) * a, copysign##l(infinity, c) * b);                                 \
        }                                                                                                                         \
        if ((__isinf##l(a) || __isinf##l(b)) && __finite##l(c) && __finite##l(d)) {                                               \
            a = unit_of##l(a), b = unit_of##l(b);                                                                                 \
            return __builtin_complex(infinity * (a * c + b * d), infinity * (b * c - a * d));                                     \
        }                                                                                                                         \
        if (__isinf##l(largest) && __finite##l(a) && __finite##l(b)) {                                                            \
            c = unit_of##l(c), d = unit_of##l(d);                                                                                 \
            return __builtin_complex(0 * (a * c + b * d), 0 * (b * c - a * d));                                                   \
        }                                                                                                                         \
        return __builtin_complex(real, imaginary);                                                                                \
    }

COMPLEX_ARITHMETIC(dc, double, )
#if HAS_EXTENDED
COMPLEX_ARITHMETIC(xc, long double, l)
#endif

float complex __mulsc3(float a, float b, float c, float d) { return (float complex)__muldc3(a, b, c, d); }
float complex __divsc3(float a, float b, float c, float d) { return (float complex)__divdc3(a, b, c, d); }
