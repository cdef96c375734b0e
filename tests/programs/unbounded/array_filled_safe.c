// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

static int table[500];

/* All below `count` are seven. */
int main(void) {
    int count = everypath_int("count");
    everypath_assume(count >= 0 && count <= 500);
    for (int i = 0; i < count; i++) table[i] = 7;
    for (int i = 0; i < count; i++) assert(table[i] == 7);
    return 0;
}
