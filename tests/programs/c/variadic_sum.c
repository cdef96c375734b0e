// target: both
// also: riscv
// expect: unsafe assertion
// line: 32
// input: x = 10
#include <everypath.h>
#include <stdarg.h>

static long long sum(const char *types, ...) {
    va_list list, again;
    va_start(list, types);
    va_copy(again, list);
    long long total = 0;
    for (; *types; types++) {
        switch (*types) {
            case 'i': total += va_arg(list, int); break;
            case 'l': total += va_arg(list, long long); break;
            case 'p': total += *va_arg(list, int *); break;
            case 'd': total += (int)va_arg(list, double); break;
        }
    }
    total += va_arg(again, int);
    va_end(again);
    va_end(list);
    return total;
}

int main(void) {
    int x = everypath_range(-100, 100, "x"), y = 5;
    long long total = sum("ilpdi", x, 1LL << 40, &y, 2.5, 1);
    everypath_assert(total == (1LL << 40) + 8 + 2 * x);
    everypath_assert(total != (1LL << 40) + 28);
    return 0;
}
