// target: both
// expect: unsafe assertion
// line: 8
// Handlers of exit run when main returns.
#include <everypath.h>
#include <stdlib.h>

static void last(void) { everypath_assert(0); }

int main(void) { return atexit(last); }
