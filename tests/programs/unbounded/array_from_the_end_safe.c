// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

static short table[300];

/* Filled from the end on. */
int main(void) {
    int count = everypath_int("count");
    everypath_assume(count >= 0 && count <= 300);
    int i = count;
    while (i > 0) table[--i] = 5;
    for (int j = 0; j < count; j++) assert(table[j] == 5);
    return 0;
}
