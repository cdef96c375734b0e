// target: both
// expect: unsafe assertion
// input: x = 77
// A handler inside a handler; what passes 0 comes back as 1; memory is not restored, an unchanged variable keeps its value.
#include <everypath.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf places[2];
static int steps;

static void fail(unsigned which, int code) {
    steps++;
    longjmp(places[which], code);
}

static int inner(int x) {
    char text[8];
    strcpy(text, "inner");
    int code = setjmp(places[1]);
    if (code == 0) {
        if (x > 10) fail(1, x > 50 ? 0 : 2);
        return 0;
    }
    everypath_assert(strcmp(text, "inner") == 0);
    everypath_assert(code == 1 || code == 2);
    if (code == 1) fail(0, x);
    return code;
}

int main(void) {
    int x = everypath_int("x");
    volatile int changed = 1;
    int unchanged = x / 2;
    int code = sigsetjmp(places[0], 1);
    if (code == 0) {
        changed = 2;
        code = inner(x);
        everypath_assert(code == 0 || code == 2);
        return 0;
    }
    everypath_assert(changed == 2 && unchanged == x / 2);
    everypath_assert(steps == 2 && code == x && x > 50);
    everypath_assert(code != 77);
    return 0;
}
