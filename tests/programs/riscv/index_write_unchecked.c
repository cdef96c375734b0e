// target: both
// expect: unsafe invalid-store
// line: 11
#include <everypath.h>

static volatile short table[10];

int main(void) {
    int i = everypath_int("i");
    if (i >= 10) return 0;
    table[i] = 1;
    return 0;
}
