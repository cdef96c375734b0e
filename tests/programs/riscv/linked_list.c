// target: both
// expect: safe
#include <everypath.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *first = NULL;
    int length = everypath_range(0, 4, "length"), sum = 0, count = 0;
    for (int i = 0; i < length; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL) return 1;
        node->value = i;
        node->next = first;
        first = node;
    }
    for (struct node *node = first; node != NULL; node = node->next) {
        sum += node->value;
        count++;
    }
    everypath_assert(count == length);
    everypath_assert(sum * 2 == length * (length - 1));
    return 0;
}
