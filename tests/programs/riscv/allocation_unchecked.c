// target: both
// expect: unsafe invalid-store
// line: 12
// input: big = 11
// 4 MiB or more are not on the heap: malloc() returns NULL.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned big = everypath_unsigned("big");
    volatile char *block = malloc(big == 11 ? 0x500000 : 100);
    block[0] = 1;
    return 0;
}
