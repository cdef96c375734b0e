// target: both
// expect: unsafe write-to-read-only
// line: 12
#include <everypath.h>

typedef const int fixed;
fixed table[2];
int changes;

int main(void) {
    int *at = everypath_range(0, 2, "which") == 0 ? &changes : (int *)&table[1];
    *at = 1;
    return 0;
}
