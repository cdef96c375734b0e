// target: lp64
// expect: unsafe invalid-call
// line: 13
// input: x = 9
// replay: a signal
#include <everypath.h>
#include <stddef.h>

static void nothing(void) {}

int main(void) {
    void (*callback)(void) = everypath_int("x") == 9 ? NULL : nothing;
    callback();
    return 0;
}
