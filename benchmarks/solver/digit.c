/* Whether one more decimal digit fits, by division and by the compiler's predicates. */
#include <everypath.h>
#include <limits.h>

int main(void) {
    unsigned long number, digit, result;
    EVERYPATH_SYMBOLIC(number);
    EVERYPATH_SYMBOLIC(digit);
    digit %= 10;
    _Bool by_division = number > (ULONG_MAX - digit) / 10;
    _Bool by_predicate = __builtin_mul_overflow(number, 10ul, &result) || __builtin_add_overflow(result, digit, &result);
    everypath_assert(by_division == by_predicate);
    return 0;
}
