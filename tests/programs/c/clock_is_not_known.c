// target: both
// expect: unsafe assertion
// line: 10
// replay: no
#include <everypath.h>
#include <time.h>

int main(void) {
    clock_t now = clock();
    everypath_assert(now != (clock_t)-1);
    return 0;
}
