// target: both
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// machine: no, what was never written cannot be seen there
// replay: no, the real memory has what it has
// A copy takes along what was never written, to a variable that was zero; where the ways meet it is still unwritten.
#include <everypath.h>

struct pair {
    int first, second;
} pair;

int main(void) {
    struct pair local;
    local.first = 1;
    if (everypath_bool("copy")) pair = local;
    everypath_assert(pair.second == 0);
    return 0;
}
