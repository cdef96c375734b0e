// target: both
// flags: --no-check invalid-value
// expect: safe
#include <everypath.h>

struct pair {
    int number;
    _Bool first, second;
};

static int count(const struct pair *pair) { return pair->first + pair->second; }

/* Nobody wrote them, so they have any value that they can have. */
int main(void) {
    _Bool alone;
    struct pair pair;
    int all = alone + count(&pair);
    everypath_assert(all >= 0 && all <= 3);
    return 0;
}
