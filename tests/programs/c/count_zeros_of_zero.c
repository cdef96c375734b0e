// target: both
// expect: unsafe invalid-value
// line: 9
// replay: no, only the sanitizer of builtins would see it
// input: x = 0
#include <everypath.h>

int main(void) {
    int zeros = __builtin_ctz((unsigned)everypath_range(0, 8, "x"));
    everypath_assert(zeros <= 3);
    return 0;
}
