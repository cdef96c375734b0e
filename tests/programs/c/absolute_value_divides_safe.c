// target: both
// expect: safe
// A number is divisible by its absolute value, which a choice makes here.
#include <everypath.h>

int main(void) {
    int number = everypath_range(-30000, 30000, "number");
    int magnitude = number < 0 ? -number : number;
    if (magnitude > 0) everypath_assert(number % magnitude == 0);
    return 0;
}
