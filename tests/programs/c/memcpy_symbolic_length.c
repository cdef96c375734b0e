// target: both
// expect: unsafe invalid-store
// example: n = 9
#include <everypath.h>
#include <string.h>

int main(void) {
    char from[16] = "0123456789abcde", *to = (char[8]){0};
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 9);
    memcpy(to, from, n);
    everypath_assert(n == 0 || to[n - 1] == from[n - 1]);
    return 0;
}
