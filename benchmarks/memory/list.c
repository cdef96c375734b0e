/* Makes a list of blocks, sums it, frees it. */
#include <everypath.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned value;
};

int main(void) {
    struct node *head = NULL;
    unsigned mask = (unsigned)everypath_int("mask"), sum = 0;
    for (int i = 0; i < N; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = mask >> i & 1;
        node->next = head;
        head = node;
    }
    while (head != NULL) {
        struct node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    everypath_assert(sum <= N);
    return 0;
}
