// expect: incomplete
// machine: safe
#include <everypath.h>
#include <stdlib.h>

/* It never ends, but no state is one of before: more and more is allocated. Machine code ends where its library's heap is full. */
struct link {
    struct link *next;
};

int main(void) {
    struct link *all = NULL;
    for (;;) {
        struct link *one = malloc(sizeof *one);
        if (!one) return 1;
        one->next = all;
        all = one;
    }
}
