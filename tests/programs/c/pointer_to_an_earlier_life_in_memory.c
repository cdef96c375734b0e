// target: both
// expect: unsafe invalid-load
// line: 19
#include <everypath.h>

struct node {
    struct node *next;
    int number;
};
static struct node *list;

static void add(struct node *node) {
    node->next = list;
    list = node;
}

static int sum(void) {
    int all = 0;
    for (struct node *at = list; at != 0; at = at->next) all += at->number;
    return all;
}

/* A list of nodes that are no more when the next round asks for it. */
int main(void) {
    int rounds = everypath_range(1, 4, "rounds"), all = 0;
    for (int i = 0; i < rounds; i++) {
        struct node node = {0, i};
        add(&node);
        all = sum();
    }
    return all == 7;
}
