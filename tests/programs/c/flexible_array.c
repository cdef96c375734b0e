// target: lp64
// expect: unsafe invalid-store
// line: 15
// example: n = 2
#include <everypath.h>
#include <stdlib.h>

struct text { unsigned size; char bytes[]; };

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n > 0 && n < 4);
    struct text *t = malloc(sizeof *t + n);
    t->size = n;
    t->bytes[t->size] = 0;
    free(t);
    return 0;
}
