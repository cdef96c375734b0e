// target: both
// expect: safe
#include <everypath.h>

static int pool[8];
static unsigned used;

void *alloca(__SIZE_TYPE__ size) {
    int *made = pool + used;
    used += size / sizeof(int);
    return made;
}

static int *numbers(void) {
    int *made = alloca(4 * sizeof(int));
    made[3] = everypath_int("last");
    return made;
}

/* A function of this name is what the program makes of it. */
int main(void) {
    int *one = numbers(), *other = numbers();
    everypath_assert(other - one == 4);
    everypath_assert(one[3] == pool[3]);
    return 0;
}
