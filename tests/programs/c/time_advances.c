// target: lp64
// expect: safe
// flags: --world fixed
#include <everypath.h>
#include <time.h>

int main(void) {
    time_t start = time(NULL), again = time(NULL);
    everypath_assert(again >= start);
    time_t when = 86400 * 365;
    everypath_assert(gmtime(&when)->tm_year == 71);
    return 0;
}
