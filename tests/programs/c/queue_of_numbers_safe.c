// target: both
// expect: safe
#include <everypath.h>

struct queue { unsigned first, count; int items[4]; };

static void push(struct queue *q, int x) {
    if (q->count < 4) q->items[(q->first + q->count++) % 4] = x;
}

int main(void) {
    struct queue q = {0};
    unsigned pushes = everypath_unsigned("pushes");
    everypath_assume(pushes <= 5);
    for (unsigned i = 0; i < pushes; i++) push(&q, (int)i);
    everypath_assert(q.count <= 5);
    return 0;
}
