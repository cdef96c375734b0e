/* A number divided by its magnitude and multiplied with it again. */
#include <everypath.h>

int main(void) {
    int number = everypath_int("number");
    everypath_assume(number != 0 && number > -2147483647);
    int magnitude = number < 0 ? -number : number;
    everypath_assert(number / magnitude * magnitude == number);
    return 0;
}
