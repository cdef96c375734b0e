// target: lp64
// expect: safe
#include <everypath.h>
#include <math.h>
#include <string.h>

int main(void) {
    unsigned char bytes[sizeof(long double)];
    EVERYPATH_SYMBOLIC(bytes);
    long double number;
    memcpy(&number, bytes, sizeof number);
    // What the x87 takes for no number is a NaN for all who ask.
    everypath_assert(!isnan(number) == (number == number));
    return 0;
}
