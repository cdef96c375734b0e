// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(300))) static void later(void) { everypath_assert(order++ == 1); }
__attribute__((constructor(200))) static void sooner(void) { everypath_assert(order++ == 0); }
__attribute__((destructor)) static void by_default(void) { everypath_assert(order++ == 4); }
__attribute__((destructor(200))) static void last(void) { everypath_assert(order++ == 5); }
static void registered(void) { everypath_assert(order++ == 3); }

int main(void) {
    everypath_assert(order++ == 2);
    atexit(registered);
    if (everypath_bool("leave")) exit(0);
    if (everypath_bool("leave at once")) _Exit(0);
    return 0;
}
