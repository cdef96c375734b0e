// target: both
// expect: unsafe division-by-zero
// The attribute says what the compiler instruments, not what is defined.
#include <everypath.h>

__attribute__((no_sanitize("undefined"))) static int divided(int by) { return 10 / by; }

int main(void) { return divided(everypath_int("by")) == 7; }
