// target: lp64
// expect: safe
#include <everypath.h>

struct record {
    char name[4];
    int secret;
};

int main(void) {
    struct record r = {"abc", 42};
    unsigned i = everypath_unsigned("i");
    everypath_assume(i < sizeof r.name);
    r.name[i] = 0;
    everypath_assert(r.secret == 42);
    return 0;
}
