// target: lp64
// machine: no, a register has a value whether it was given or not
// flags: --no-check invalid-call --std c99
// expect: unsafe assertion
// line: 13
// replay: what an argument that is missing holds is chance
#include <everypath.h>

/* Without a prototype nothing tells the caller what the function expects. What is missing may be anything. */
int sum();

int main(void) {
    everypath_assert(sum(7) != 12);
    return 0;
}

int sum(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
