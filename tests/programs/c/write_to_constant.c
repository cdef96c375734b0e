// target: lp64
// expect: unsafe write-to-read-only
// line: 9
// replay: a signal
#include <everypath.h>

static const int table[4] = {1, 2, 3, 4};

static void set(int *p, int v) { *p = v; }

int main(void) {
    int copy[4] = {table[0], table[1], table[2], table[3]};
    set((int *)&table[2], everypath_int("x"));
    everypath_assert(copy[1] == 2);
    return 0;
}
