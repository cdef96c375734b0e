// target: both
// machine: no, the heap is of its own making
// flags: --memory flat --heap symbolic
// expect: safe
#include <everypath.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = NULL;
    int x = everypath_int("x");
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i == 1 ? x : i;
        node->next = head;
        head = node;
    }
    everypath_assert(head->value == x && head->next->value == 0);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
