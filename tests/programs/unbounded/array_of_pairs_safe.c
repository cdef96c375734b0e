// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

struct pair {
    int one, two;
};

static struct pair pairs[200];

/* Two members of each, written through a pointer, read from the end. */
int main(void) {
    int count = everypath_int("count");
    everypath_assume(count >= 0 && count <= 200);
    for (struct pair *pair = pairs; pair < pairs + count; pair++) {
        pair->one = 1;
        pair->two = 2;
    }
    for (int i = count - 1; i >= 0; i--) assert(pairs[i].one + pairs[i].two == 3);
    return 0;
}
