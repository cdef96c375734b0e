// target: lp64
// expect: safe
// Numbers of 128 bits and constants, as those who print them divide them.
#include <everypath.h>

typedef unsigned __int128 wide;

static int digits(wide n, char *text) {
    int length = 0;
    do {
        text[length++] = (char)('0' + (int)(n % 10));
        n /= 10;
    } while (n != 0);
    return length;
}

int main(void) {
    volatile wide factorial = 1;
    for (int i = 2; i <= 30; i++) factorial *= i;
    char text[40];
    everypath_assert(digits(factorial, text) == 33 && text[32] == '2' && text[31] == '6' && text[0] == '0');

    volatile __int128 least = (__int128)1 << 126;
    least = -least - least;
    everypath_assert(least / 7 * 7 + least % 7 == least);
    everypath_assert(least % -10 == -8 && least / ~0ull == -((__int128)1 << 63));

    unsigned char x = everypath_u8("x");
    wide n = ((wide)x << 64) + x;
    everypath_assert(n % 2 == (x & 1) && n / 1 == n && n % 16 == x % 16);
    return 0;
}
