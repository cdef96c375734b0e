// target: both
// expect: unsafe invalid-load
// line: 10
// replay: the compiler does not mark the end, so its sanitizer does not see it
// An `if` is a block, at whose end the literal of its condition ends (C17 6.8.4p3, 6.5.2.5p5).
#include <everypath.h>

static int first(int v) {
    int *p;
    if (!*(p = &(int){v})) v = 1; return *p + v;
}

int main(void) {
    return first(everypath_int("v") & 1) < 0;
}
