// target: lp64
// expect: safe
#include <everypath.h>

int main(void) {
    int count = everypath_int("count");
    everypath_assume(count > 100);
    unsigned next = (unsigned)count + 1;
    everypath_assert(next > 101);
    return 0;
}
