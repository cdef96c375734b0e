// expect: unsafe
#include <everypath.h>

/* A bool of 2 is undefined; that is no answer to the question whether the program ends. */
static _Bool any(void) {
    _Bool nobody_wrote_this;
    return nobody_wrote_this;
}

int main(void) {
    while (any())
        ;
    return 0;
}
