// target: both
// flags: --check uninitialized-read
// expect: safe
#include <everypath.h>
#include <stdlib.h>

struct flags { int low : 7; int high : 7; unsigned rest : 3; };

// Writing a bit-field reads nothing, though the word around it is loaded.
int main(void) {
    struct flags flags, *block = malloc(sizeof *block);
    flags.low = everypath_bool("low") ? 1 : 2;
    flags.rest = 0;
    if (block == NULL) return 0;
    block->high = 3;
    block->rest = (unsigned)flags.low;
    everypath_assert(flags.low + flags.rest <= 2 && block->high == 3 && block->rest <= 2);
    free(block);
    return 0;
}
