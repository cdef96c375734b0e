// target: lp64
// expect: unsafe invalid-store
// line: 9
// example: n = 3
// replay: the sanitizer calls it array bounds
#include <everypath.h>

static void clear(char *p, int n) {
    for (int i = 0; i < n; i++) p[i] = 0;
}

int main(void) {
    int n = everypath_range(1, 4, "n");
    char array[n];
    clear(array, n + 1);
    everypath_assert(array[n - 1] == 0);
    return 0;
}
