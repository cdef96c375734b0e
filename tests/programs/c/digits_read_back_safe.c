// target: both
// machine: no, machine code makes products of the divisions
// expect: safe
#include <everypath.h>

/* The digits of a number of seven, added up as atoi does. */
int main(void) {
    unsigned number = everypath_unsigned("number");
    everypath_assume(number >= 1000000 && number < 10000000);
    char text[7];
    unsigned left = number;
    for (int i = 6; i >= 0; i--) {
        text[i] = (char)('0' + left % 10);
        left /= 10;
    }
    unsigned long long read = 0;
    for (int i = 0; i < 7; i++) {
        int digit = text[i] - '0';
        everypath_assert(digit >= 0 && digit <= 9);
        read = 10 * read + (unsigned)digit;
    }
    everypath_assert(read == number);
    return 0;
}
