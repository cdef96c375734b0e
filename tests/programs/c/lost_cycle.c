// target: both
// flags: --property valid-memtrack
// expect: unsafe lost-memory
// replay: no
// The blocks point at each other, and nothing else does.
#include <stdlib.h>

struct node { struct node *next; };
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    return 0;
}
