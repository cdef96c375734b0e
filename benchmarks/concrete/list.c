/* Heap blocks: a list is built, reversed, summed and freed, again and again. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned value;
};

int main(void) {
    unsigned sum = 0;
    for (unsigned round = 0; round < 200; round++) {
        struct node *list = NULL, *reversed = NULL;
        for (unsigned i = 0; i < 500; i++) {
            struct node *node = malloc(sizeof *node);
            if (!node) return 1;
            node->value = i * round;
            node->next = list;
            list = node;
        }
        while (list) {
            struct node *next = list->next;
            list->next = reversed;
            reversed = list;
            list = next;
        }
        while (reversed) {
            struct node *next = reversed->next;
            sum = sum * 31 + reversed->value;
            free(reversed);
            reversed = next;
        }
    }
    printf("%u\n", sum);
    return 0;
}
