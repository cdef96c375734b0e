// target: both
// expect: safe
#include <everypath.h>

struct point { int x, y; };
struct shape { const char *name; struct point points[2]; int (*area)(const struct shape *); union { int i; char c; } u; };

static int area(const struct shape *s) {
    return (s->points[1].x - s->points[0].x) * (s->points[1].y - s->points[0].y);
}

static const struct shape shapes[2] = {
    {"small", {{0, 0}, {1, 2}}, area, {.c = 'x'}},
    {.name = "large", .points[1] = {10, 20}, .area = area, .u.i = -1},
};
static int *const into = &((int[]){5, 6, 7})[1];

int main(void) {
    const struct shape *s = &shapes[everypath_bool("large")];
    everypath_assert(s->area(s) == (s->name[0] == 'l' ? 200 : 2));
    everypath_assert(shapes[0].u.c == 'x' && shapes[1].u.i == -1 && into[-1] == 5 && into[1] == 7);
    return 0;
}
