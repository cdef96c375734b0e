// target: both
// also: riscv
// expect: safe
#include <everypath.h>

static int prepared;

__attribute__((constructor)) static void prepare(void) { prepared = 7; }

int main(void) {
    everypath_assert(prepared == 7);
    return everypath_int("x") == prepared;
}
