// target: both
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
// line: 19
#include <everypath.h>
#include <stdarg.h>

static int sum(int count, ...) {
    va_list numbers;
    va_start(numbers, count);
    int total = 0;
    for (int i = 0; i < count; i++) total += va_arg(numbers, int);
    va_end(numbers);
    return total;
}

int main(void) {
    int (*fixed)(int) = (int (*)(int))sum;
    return fixed(0);
}
