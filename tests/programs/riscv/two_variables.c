// target: both
// expect: unsafe assertion
// line: 20
// The loop of the thesis' first illustration: with a = 10 or 11 it is never entered.
#include <everypath.h>

int main(void) {
    int a = everypath_int("a"), b = 5, c = 0;
    everypath_assume((2 < a) & (a < 12));
    while (a < 10) {
        c++;
        if (b > a) {
            a += c;
            b -= 4;
        } else {
            b *= 2;
        }
        if (c > 10) return 0;
    }
    everypath_assert(c > 6);
    return 0;
}
