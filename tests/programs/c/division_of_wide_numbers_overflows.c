// target: both
// flags: --checks division-by-zero
// expect: incomplete
// The least number divided by -1 is no division by zero, however wide the numbers are; where that is not checked, the path is cut.
#include <everypath.h>

int main(void) {
    long long number = everypath_i64("number"), by = everypath_i64("by");
    everypath_assume(by != 0);
    return number / by == 7;
}
