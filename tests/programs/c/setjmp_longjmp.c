// target: both
// expect: safe
// paths: 2
#include <everypath.h>
#include <setjmp.h>

static jmp_buf place;

static void deep(int depth, int x) {
    if (depth == 0) {
        if (x > 0) longjmp(place, 7);
        return;
    }
    deep(depth - 1, x);
}

int main(void) {
    int x = everypath_int("x");
    int code = setjmp(place);
    if (code == 0) deep(3, x);
    everypath_assert(code == 0 || code == 7);
    everypath_assert((code == 7) == (x > 0));
    return 0;
}
