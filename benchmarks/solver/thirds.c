/* Three times a number of 128 bits, divided by three, where the product does not overflow. */
#include <everypath.h>

int main(void) {
    __int128 number, product;
    EVERYPATH_SYMBOLIC(number);
    if (!__builtin_mul_overflow(number, (__int128)3, &product)) everypath_assert(product / 3 == number);
    return 0;
}
