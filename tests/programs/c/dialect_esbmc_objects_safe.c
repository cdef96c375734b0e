// target: both
// machine: no, the functions are no part of the machine's library
// expect: safe
#include <assert.h>
#include <stdint.h>

/* What ESBMC and CBMC know without a header about objects, bits and overflows. */
DEFINE_ESBMC_OVERFLOW_TYPE(int)

static int readings[10];
struct pair {
    char first;
    short second;
};

int main(void) {
    struct pair pair = {1, 2};
    __ESBMC_init_object(readings);
    __CPROVER_havoc_object(&pair.second);
    __ESBMC_assume(readings[7] == 3 && pair.first == 4);
    assert(readings[7] == 3 && pair.first == 4);

    float one = 1.0f;
    uint32_t bits;
    __ESBMC_bitcast(&bits, &one);
    assert(bits == 0x3f800000);

    int a = readings[0], b = readings[1];
    __ESBMC_overflow_result sum = __ESBMC_overflow_result_plus(a, b);
    if (!sum.overflow) assert(sum.result == a + b);
    __ESBMC_overflow_result difference = __ESBMC_overflow_result_minus(a, b);
    if (!difference.overflow) assert(difference.result == a - b);
    __ESBMC_overflow_result opposite = __ESBMC_overflow_result_unary_minus(a);
    assert(opposite.overflow == (a == -2147483647 - 1));
    __ESBMC_overflow_result product = __ESBMC_overflow_result_mult(a, 4);
    __ESBMC_overflow_result shifted = __ESBMC_overflow_result_shl(a, 2);
    assert(product.overflow == shifted.overflow && product.result == shifted.result);
    assert(__ESBMC_overflow_result_shl(1, 32).overflow && __ESBMC_overflow_result_shl(1, 31).overflow);

    unsigned char *copy = __ESBMC_alloca(4);
    __ESBMC_memcpy(copy, &bits, 4);
    assert(copy[3] == 0x3f);
    __ESBMC_memset(copy + 1, 5, 2);
    assert(copy[0] == 0 && copy[1] == 5 && copy[2] == 5 && copy[3] == 0x3f);

    int count = 0;
    __ESBMC_unroll(20);
    while (count < 10) count++;
    return 0;
}
