// target: both
// machine: no, long double is double there
// expect: safe
#include <assert.h>
#include <math.h>
#include <string.h>

/* Operations on numbers of 80 bits drawn at random, patterns among them that are no numbers; the digests are those of the processor. */
static unsigned long long state = 88172645463325252u;
static unsigned long long next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1du;
}

static long double draw(void) {
    unsigned long long digits = next(), kind = next() >> 40;
    unsigned head = kind & 0x8000;
    switch (kind % 8) {
        case 0: head |= next() >> 49; break; /* often without a leading digit */
        case 1: digits &= ~0ull >> 1; break;
        case 2: break; /* subnormal, and the second pattern of the least exponent */
        case 3: head |= 0x7fff, digits = kind & 8 ? 1ull << 63 : digits | 1ull << 63; break;
        case 4: head |= 16383 + (kind >> 3) % 70, digits |= 1ull << 63; break;
        case 5: head |= 16383 + (kind >> 3) % 4, digits = 1ull << 63 | (digits & 0xff); break;
        case 6: head |= 1 + (kind >> 3) % 2, digits |= 1ull << 63; break;
        default: head |= 15300 + (kind >> 3) % 2200, digits |= 1ull << 63;
    }
    long double x = 0;
    memcpy(&x, &digits, 8);
    memcpy((char *)&x + 8, &head, 2);
    return x;
}

/* The compiler knows that they change nothing; but of the two patterns of a number they give the usual one. */
static volatile long double one = 1, minus_zero = -0.0L;

static unsigned long long digest;
static void add(const void *bytes, int size) {
    for (int i = 0; i < size; i++) digest = (digest ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}
static void add_extended(long double x) {
    if (x != x) add("nan", 3);
    else add(&x, 10);
}
static void add_double(double x) {
    if (x != x) add("nan", 3);
    else add(&x, 8);
}
static void add_integer(long long x) { add(&x, 8); }

int main(void) {
    for (int i = 0; i < 10; i++) {
        long double x = draw(), y = draw();
        add_extended(x + y);
        add_extended(x - y);
        add_extended(x * y);
        add_extended(x / y);
        add_extended(sqrtl(fabsl(x)));
        add_extended(fmodl(x, y));
        add_extended(x * one);
        add_extended(x + minus_zero);
        add_integer((x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y) + 32 * (x >= y));
    }
    assert(digest == 0xa8a72b4e54050e7e);
    for (int i = 0; i < 10; i++) {
        long double x = draw();
        add_double((double)x);
        add_double((float)x);
        add_extended(floorl(x));
        add_extended(ceill(x));
        add_extended(truncl(x));
        add_extended(rintl(x));
        if (x == x) add_extended(roundl(x)); /* no instruction: the library looks at the bits */
        add_extended((double)next() / 3);
        add_extended((long long)next());
        add_extended(next());
        if (fabsl(x) < 0x1p62L) add_integer((long long)x), add_integer((unsigned long long)fabsl(x));
        if (fabsl(x) < 0x1p30L) add_integer((int)x);
    }
    assert(digest == 0x3bf6603bea142a9d);
    return 0;
}
