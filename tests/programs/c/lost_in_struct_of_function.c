// target: both
// flags: --property valid-memtrack
// expect: unsafe lost-memory
// replay: no
#include <stdlib.h>

struct s { int n; char *text; };
static void f(void) {
    struct s s;
    s.n = 3;
    s.text = malloc(3);
}
int main(void) {
    f();
    return 0;
}
