// target: both
// machine: no, functions of the machine set nothing there
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <math.h>

static double volatile minus_one = -1, zero = 0, one = 1, two = 2, large = 1000, half = 0.5;

#define GIVES(call, error)                \
    do {                                  \
        errno = 0;                        \
        (void)(call);                     \
        everypath_assert(errno == error); \
    } while (0)

int main(void) {
    GIVES(sqrt(minus_one), EDOM);
    GIVES(sqrt(two), 0);
    GIVES(log(zero), ERANGE);
    GIVES(log(minus_one), EDOM);
    GIVES(exp(large), ERANGE);
    GIVES(exp(-large), ERANGE);
    GIVES(exp(-INFINITY * one), 0);
    GIVES(pow(minus_one, half), EDOM);
    GIVES(pow(zero, minus_one), ERANGE);
    GIVES(pow(zero, two), 0);
    GIVES(pow(large, large), ERANGE);
    GIVES(acosf(two), EDOM);
    GIVES(fmod(one, zero), EDOM);
    GIVES(fmod(NAN, zero), 0);
    GIVES(sin(INFINITY * one), EDOM);
    GIVES(hypotl(one, two), 0);
    GIVES(sqrtl(minus_one), EDOM);
    float number = everypath_float("number");
    GIVES(sqrtf(number), (number < 0 ? EDOM : 0));
    return 0;
}
