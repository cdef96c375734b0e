/* Every operation that compilers call a function for where there is no instruction, on numbers of all kinds: a line with a checksum for each. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static volatile double doubles[] = {
    0.0,     -0.0,  1.0,           -1.5,           0.1,           1e308,              -1e308,                5e-324,   2.2250738585072014e-308,
    -5e-309, 3.999, 123456789.75, 4294967295.5, -2147483648.0, 9007199254740993.0, 0x1.fffffffffffffp62, INFINITY, -INFINITY, NAN};
static volatile float floats[] = {0.0f,  -0.0f,           1.0f,         -2.5f,         0.1f,            3e38f,    -3e38f,
                                  1e-45f, 1.17549435e-38f, 16777217.0f, 4294967040.0f, 0x1.fffffep62f, INFINITY, -INFINITY, NAN};
static volatile int64_t integers[] = {0,
                                      1,
                                      -1,
                                      7,
                                      2147483647,
                                      -2147483648ll,
                                      4294967295ll,
                                      4294967296ll,
                                      16777217,
                                      9007199254740993ll,
                                      -9007199254740995ll,
                                      36028797018963967ll,
                                      INT64_MAX,
                                      INT64_MIN,
                                      0x40000000000000ffll,
                                      0x4000008000000001ll,
                                      0x4000008000000000ll};

static uint64_t sum;
static void add(uint64_t word) { sum = (sum ^ word) * 1099511628211u; }

/* The bits of a number; NaNs are one. */
static void of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    add(x != x ? 0x7ff8 : bits);
}
static void of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    add(x != x ? 0x7fc0 : bits);
}

static void line(const char *what) {
    printf("%s %016llx\n", what, (unsigned long long)sum);
    sum = 14695981039346656037u;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define ALL(array, type, what, body)          \
    for (int i = 0; i < COUNT(array); i++) {  \
        type a = array[i];                    \
        body;                                 \
    }                                         \
    line(what);
#define ALL_PAIRS(array, type, what, body)        \
    for (int i = 0; i < COUNT(array); i++)        \
        for (int j = 0; j < COUNT(array); j++) {  \
            type a = array[i], b = array[j];      \
            body;                                 \
        }                                         \
    line(what);

#define COMPARED(a, b) ((a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | isunordered(a, b) << 6 | isless(a, b) << 7)
#define BRANCHES(a, b)       \
    if (a < b) add(1);       \
    if (a <= b) add(2);      \
    if (!(a > b)) add(3);    \
    if (!(a >= b)) add(4);   \
    if (a == b) add(5);      \
    if (!(a != b)) add(6)
/* As far as C defines it. */
#define INTEGERS(a)                                            \
    if (fabs(a) < 0x1p31) add((uint32_t)(int32_t)a);           \
    if (a > -1 && a < 0x1p32) add((uint32_t)a);                \
    if (fabs(a) < 0x1p63) add((uint64_t)(int64_t)a);           \
    if (a > -1 && a < 0x1p64) add((uint64_t)a)

int main(void) {
    line("nothing");
    ALL_PAIRS(doubles, double, "add", of(a + b))
    ALL_PAIRS(doubles, double, "subtract", of(a - b))
    ALL_PAIRS(doubles, double, "multiply", of(a * b))
    ALL_PAIRS(doubles, double, "divide", of(a / b))
    ALL_PAIRS(doubles, double, "compare", add(COMPARED(a, b)))
    ALL_PAIRS(doubles, double, "branch", BRANCHES(a, b))
    ALL_PAIRS(doubles, double, "functions of two", of(fmin(a, b) + 0.0); of(fmax(a, b) + 0.0); of(copysign(a, b));
              of(fmod(a, b)); of(fma(a, b, 0.5)))
    ALL(doubles, double, "functions", of(-a); of(fabs(a)); of(sqrt(a)); of(floor(a)); of(ceil(a)); of(trunc(a));
        of(round(a)); of(rint(a)); of_float((float)a))
    ALL(doubles, double, "powers", of(__builtin_powi(a, 3)); of(__builtin_powi(a, -5)); of_float(__builtin_powif((float)a, 7)))
    ALL(doubles, double, "to integers", INTEGERS(a))

    ALL_PAIRS(floats, float, "add float", of_float(a + b))
    ALL_PAIRS(floats, float, "subtract float", of_float(a - b))
    ALL_PAIRS(floats, float, "multiply float", of_float(a * b))
    ALL_PAIRS(floats, float, "divide float", of_float(a / b))
    ALL_PAIRS(floats, float, "compare float", add(COMPARED(a, b)))
    ALL_PAIRS(floats, float, "branch float", BRANCHES(a, b))
    ALL_PAIRS(floats, float, "functions of two floats", of_float(fminf(a, b) + 0.0f); of_float(fmaxf(a, b) + 0.0f);
              of_float(copysignf(a, b)); of_float(fmodf(a, b)); of_float(fmaf(a, b, 0.5f)))
    ALL(floats, float, "functions of floats", of_float(-a); of_float(fabsf(a)); of_float(sqrtf(a)); of_float(floorf(a));
        of_float(ceilf(a)); of_float(truncf(a)); of_float(roundf(a)); of_float(rintf(a)); of((double)a))
    ALL(floats, float, "floats to integers", INTEGERS(a))

    ALL(integers, int64_t, "of integers", of((double)a); of_float((float)a); of((double)(uint64_t)a);
        of_float((float)(uint64_t)a); of((double)(int32_t)a); of_float((float)(int32_t)a); of((double)(uint32_t)a);
        of_float((float)(uint32_t)a))
    ALL(floats, float, "half", _Float16 half = (_Float16)a; of_float((float)half); of((double)half);
        of_float((float)(_Float16)(half + (_Float16)0.1f)))
    ALL(doubles, double, "half of double", _Float16 half = (_Float16)a; of_float((float)half))

    printf("%.17g %a %g %.3f\n", doubles[4], doubles[11], (double)floats[4], doubles[12]);
    double x;
    float y;
    if (sscanf("2.5e-3 0x1.8p3", "%lf %f", &x, &y) == 2) {
        of(x);
        of_float(y);
    }
    line("text");
#ifdef __SIZEOF_INT128__
    ALL_PAIRS(integers, int64_t, "of wide integers", __int128 wide = (__int128)a * b ^ a; of((double)wide);
              of_float((float)wide); of((double)(unsigned __int128)wide); of_float((float)(unsigned __int128)wide))
    ALL(doubles, double, "to wide integers", if (fabs(a) < 0x1p100) {
        __int128 wide = (__int128)(a * 1048577.0);
        add((uint64_t)(wide >> 64));
        add((uint64_t)wide);
    })
#endif
    return 0;
}
