// target: both
// expect: safe
#include <everypath.h>
#include <stddef.h>

static int value = 5;

static int *find(int found) { return found != 0 ? &value : NULL; }

int main(void) {
    int *p = find(everypath_int("found"));
    everypath_assert(p == NULL || *p == 5);
    return 0;
}
