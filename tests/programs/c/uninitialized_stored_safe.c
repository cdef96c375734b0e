// target: lp64
// machine: no, the compiler takes what was not written for anything
// expect: safe
#include <assert.h>

/* A variable that was never written has one value, wherever that is copied. */
union word { unsigned number; unsigned char bytes[4]; };

int main(void) {
    unsigned any, copy = any;
    union word first, second;
    first.number = any;
    second.number = copy;
    for (int i = 0; i < 4; i++) assert(first.bytes[i] == second.bytes[i]);
    return 0;
}
