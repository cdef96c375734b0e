// target: both
// machine: no, machine code does not know blocks
// expect: unsafe invalid-free
// replay: no, common libraries refuse the size first
// line: 10
#include <stdlib.h>

int main(void) {
    char local[8], *volatile block = local;
    return realloc(block, sizeof(size_t) == 8 ? (size_t)1 << 40 : (size_t)1 << 30) != NULL;
}
