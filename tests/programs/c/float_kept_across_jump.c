// target: both
// expect: unsafe assertion
// line: 29
#include <everypath.h>
#include <setjmp.h>

/* What main() keeps in registers is there again when a jump leaves functions that used them. */
static jmp_buf place;
static volatile float given = 1.5f;

__attribute__((noinline)) static void leave(float x) {
    if (x > 2) longjmp(place, 1);
}

__attribute__((noinline)) static float use(float x) {
    float other = x * 3, third = x * 5;
    leave(other);
    return other + third;
}

__attribute__((noinline)) static int jump(void) {
    if (setjmp(place) != 0) return 1;
    return use(given) > 100;
}

int main(void) {
    float kept = given * 2, more = given + 1;
    everypath_assert(jump() == 1);
    everypath_assert(kept != 3 || more != 2.5f);
    return 0;
}
