// target: both
// flags: --std c99
// expect: unsafe invalid-call
// line: 12
// replay: the sanitizer for calls is switched off natively
#include <everypath.h>

/* A compiler may make up the missing argument; that must not hide that it is missing. */
int sum();

int main(void) {
    everypath_assert(sum(7) == 7);
    return 0;
}

int sum(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
