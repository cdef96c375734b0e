// target: lp64
// expect: unsafe invalid-load
// line: 13
// replay: no
#include <everypath.h>

int main(void) {
    int *last = 0, n = everypath_range(1, 3, "n"), kept[3];
    for (int i = 0; i < n; i++) {
        int copy = i;
        last = &copy;
    }
    everypath_assert(*last == n - 1);
    return 0;
}
