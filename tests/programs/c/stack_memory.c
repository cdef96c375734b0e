// target: lp64
// expect: unsafe invalid-store
// line: 12
// example: n = 2
#include <alloca.h>
#include <everypath.h>

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n >= 1 && n <= 3);
    int *p = alloca(n * sizeof *p);
    p[n] = 1;
    return 0;
}
