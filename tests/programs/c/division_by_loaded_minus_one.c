// target: both
// expect: unsafe signed-division-overflow
#include <everypath.h>

int divisor = -1;

static long long divided(long long number, const int *by) { return number / *by; }

int main(void) {
    long long number = everypath_i64("number");
    return divided(number, &divisor) == 7;
}
