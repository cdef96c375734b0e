// target: lp64
// expect: unsafe array-bounds
// line: 16
// example: i = 4
#include <everypath.h>

struct record {
    char name[4];
    int secret;
};

int main(void) {
    struct record r = {"abc", 42};
    unsigned i = everypath_unsigned("i");
    everypath_assume(i < sizeof r);
    r.name[i] = 0;
    everypath_assert(r.secret == 42);
    return 0;
}
