// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

enum kind { SMALL, LARGE };

static int log_if(int x) {
    if (x > 0) return 1;
}

static int covered(enum kind kind) {
    switch (kind) {
    case SMALL: return 1;
    case LARGE: return 2;
    }
}

static int quiet(int x) {
    log_if(-1);
    return x;
}

static int down(int x) {
    if (x > 0) return down(x - 1);
    else if (x == 0) return 7;
}

static int checked(int x) {
    if (x < 100) return x;
    exit(1);
}

struct pair { int a, b; };

static struct pair both(int a) {
    struct pair pair = {a, a};
    return pair;
}

/* The end of a function without `return` is fine where nobody uses its value. */
int main(void) {
    int x = everypath_int("x");
    everypath_assume(x >= 0 && x < 3);
    log_if(x);
    (void)log_if(0), log_if(-2);
    int (*function)(int) = x ? quiet : down;
    everypath_assert(function(x) == (x ? x : 7));
    everypath_assert(covered(x ? LARGE : SMALL) == 1 + !!x);
    everypath_assert(down(x) == 7 && checked(x) == x && quiet(log_if(1)) == 1);
    both(x);
    everypath_assert(both(x).b == x);
    return 0;
}
