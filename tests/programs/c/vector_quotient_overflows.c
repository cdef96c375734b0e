// target: both
// replay: the sanitizers of a native run see no elements of vectors
// expect: unsafe signed-division-overflow
#include <everypath.h>
#include <limits.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
    four a = {8, 8, everypath_int("x"), 8}, b = {1, 1, -1, 1}, c = a % b;
    return c[1];
}
