// target: lp64
// expect: unsafe assertion
// line: 12
#include <assert.h>

/* A value that nobody knows is stored over one that is known. */
union word { unsigned number; unsigned char bytes[4]; };

int main(void) {
    unsigned any;
    union word word = {5}; word.number = any;
    assert(word.bytes[0] == 5);
    return 0;
}
