// target: both
// expect: unsafe assertion
// line: 21
// example: x = 1
#include <everypath.h>

struct inner { char tag; int values[3]; };
struct outer { struct inner first, second; long last; };

static struct outer changed(struct outer o, int x) {
    o.second.values[2] = x;
    o.first = o.second;
    return o;
}

int main(void) {
    struct outer o = {{'a', {1, 2, 3}}, {'b', {4, 5, 6}}, 7};
    int x = everypath_int("x");
    struct outer c = changed(o, x);
    everypath_assert(o.second.values[2] == 6 && c.last == 7);
    everypath_assert(c.first.values[2] == 3);
    return 0;
}
