// target: both
// machine: no, it knows no objects
// expect: unsafe assertion
// line: 14
// replay: sizes of objects are not known natively
#include <klee/klee.h>
#include <stdlib.h>

static short table[6];

int main(void) {
    char local[5];
    int *block = malloc(3 * sizeof *block);
    klee_assert(klee_get_obj_size(local) + klee_get_obj_size(table) + klee_get_obj_size(block) != 29);
    free(block);
    return 0;
}
