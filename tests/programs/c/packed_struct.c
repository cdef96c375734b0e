// target: both
// expect: safe
#include <everypath.h>
#include <stddef.h>

struct __attribute__((packed)) packed { char c; int i; short s; };

int main(void) {
    struct packed p[2];
    int x = everypath_int("x");
    p[1].i = x, p[1].s = -1, p[0].c = 1;
    everypath_assert(sizeof p == 14 && offsetof(struct packed, s) == 5);
    everypath_assert(p[1].i == x && p[1].s == -1);
    return 0;
}
