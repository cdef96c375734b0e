// target: lp64
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

static int table[500];

/* The last of all is asked for, which nobody wrote if fewer are wanted. */
int main(void) {
    int count = everypath_int("count");
    everypath_assume(count >= 0 && count <= 500);
    for (int i = 0; i < count; i++) table[i] = 7;
    int last = everypath_int("last");
    everypath_assume(last >= 0 && last <= count && last < 500);
    assert(table[last] == 7);
    return 0;
}
