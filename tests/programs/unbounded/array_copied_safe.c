// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

static short from[200], to[200];

/* Any numbers, copied. */
int main(void) {
    int count = everypath_int("count");
    everypath_assume(count >= 0 && count <= 200);
    for (int i = 0; i < count; i++) from[i] = (short)everypath_int("number");
    for (int i = 0; i < count; i++) to[i] = from[i];
    for (int i = 0; i < count; i++) assert(to[i] == from[i]);
    return 0;
}
