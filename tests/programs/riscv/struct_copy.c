// target: both
// expect: safe
// paths: 1
#include <everypath.h>

struct point {
    int x, y;
    short tags[10];
};

static struct point mirrored(struct point p) {
    int x = p.x;
    p.x = p.y;
    p.y = x;
    return p;
}

int main(void) {
    struct point p;
    EVERYPATH_SYMBOLIC(p);
    struct point q = mirrored(mirrored(p));
    everypath_assert((p.x == q.x) & (p.y == q.y) & (p.tags[9] == q.tags[9]));
    return 0;
}
