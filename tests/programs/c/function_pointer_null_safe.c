// target: lp64
// expect: safe
#include <everypath.h>
#include <stddef.h>

static void nothing(void) {}

int main(void) {
    void (*callback)(void) = everypath_int("x") == 9 ? NULL : nothing;
    if (callback != NULL) callback();
    return 0;
}
