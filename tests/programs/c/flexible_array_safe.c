// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

struct text { unsigned size; char bytes[]; };

int main(void) {
    unsigned n = everypath_unsigned("n");
    everypath_assume(n > 0 && n < 4);
    struct text *t = malloc(sizeof *t + n);
    t->size = n;
    t->bytes[t->size - 1] = 0;
    free(t);
    return 0;
}
