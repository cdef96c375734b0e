/*
 * OBJECTS heap blocks that nothing touches again, and FORKS forks; correct. One path per fork, and one that takes no side.
 */
#include <everypath.h>
#include <stdlib.h>

#ifndef OBJECTS
#define OBJECTS 10
#endif
#ifndef FORKS
#define FORKS 100
#endif

static void *blocks[OBJECTS];

int main(void) {
    for (int i = 0; i < OBJECTS; i++) {
        int *block = malloc(sizeof *block);
        if (!block) return 1;
        *block = i;
        blocks[i] = block;
    }
    int taken = 0;
    for (int i = 0; i < FORKS; i++) {
        if (everypath_u8("byte") > 9) {
            taken = i;
            break;
        }
    }
    everypath_assert(taken <= FORKS);
    return 0;
}
