// target: both
// expect: unsafe invalid-store
// line: 9
// The whole variable is overwritten afterwards, and never read.
#include <string.h>

int main(void) {
    struct { long long a[4]; } s;
    memset(&s, 0, sizeof s + 8);
    memset(&s, 1, sizeof s);
    return 0;
}
