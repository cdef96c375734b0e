// Arithmetic of narrow numbers in wide ones: nothing can wrap around, and the rules see it.
#include <everypath.h>

int main(void) {
    signed char a = (signed char)everypath_u8("a"), b = (signed char)everypath_u8("b");
    unsigned char c = everypath_u8("c"), d = everypath_u8("d");
    int sum = a + b, difference = a - b;
    unsigned total = (unsigned)c + d;
    everypath_assert(total >= c && total >= d);
    everypath_assert((sum < a) == (b < 0));
    everypath_assert((difference > a) == (b < 0));
    if (b == -128) everypath_assert(a % b == (a == -128 ? 0 : a));
    return 0;
}
