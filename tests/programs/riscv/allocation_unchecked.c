// target: both
// expect: unsafe invalid-store
// line: 12
// input: big = 11
// So much is not given: malloc() returns NULL.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    unsigned big = everypath_unsigned("big");
    volatile char *block = malloc(big == 11 ? (size_t)-1 / 4 : 100);
    block[0] = 1;
    return 0;
}
