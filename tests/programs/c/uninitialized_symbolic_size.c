// target: both
// expect: unsafe assertion
// line: 13
// replay: no, the real memory has what it has
// What a block has that was never written is arbitrary, also where its size is an input.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned char size = everypath_u8("size");
    char *block = malloc(size);
    if (!block || size < 3) return 0;
    everypath_assert(block[2] == 0);
    return 0;
}
