// target: both
// expect: unsafe uninitialized-read
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// replay: no
// line: 18
// A global variable has a value from the start, until something is copied over it that nobody wrote.
#include <everypath.h>

struct pair {
    int first, second;
} global;

int main(void) {
    struct pair local;
    local.first = everypath_u8("first");
    global = local;
    return global.second == 7;
}
