// target: both
// flags: --property valid-memtrack
// expect: unsafe lost-memory
// replay: no
#include <stdlib.h>

struct s { int n; char *text; };
int main(void) {
    {
        struct s s;
        s.n = 3;
        s.text = malloc(3);
    }
    exit(0);
}
