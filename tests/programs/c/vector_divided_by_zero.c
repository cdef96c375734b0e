// target: both
// replay: the sanitizers of a native run see no elements of vectors
// expect: unsafe division-by-zero
#include <everypath.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    four a = {8, 8, 8, 8}, b = {1, everypath_range(0, 3, "x"), 1, 1}, c = a / b;
    return c[1];
}
