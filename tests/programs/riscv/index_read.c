// target: both
// expect: safe
#include <everypath.h>

static const int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};

int main(void) {
    unsigned i = everypath_unsigned("i");
    everypath_assume(i < 10);
    everypath_assert(squares[i] == (int)(i * i));
    return 0;
}
