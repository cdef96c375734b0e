// target: lp64
// expect: safe
#include <everypath.h>

int missing(void) __attribute__((weak));
__attribute__((weak)) int present(void) { return 4; }
extern int alias_of_present(void) __attribute__((alias("present")));

int main(void) {
    everypath_assert(missing == 0);
    everypath_assert(present() == 4 && alias_of_present() == 4);
    return everypath_int("x") & 0;
}
