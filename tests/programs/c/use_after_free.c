// target: both
// expect: unsafe invalid-load
// line: 24
// example: last = 2
#include <everypath.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    int last = everypath_range(0, 2, "last");
    for (int i = 0; i <= last; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    while (list != NULL) {
        free(list);
        list = list->next;
    }
    return 0;
}
