// target: both
// expect: unsafe invalid-call
// line: 14
// input: x = 0
// replay: no, what a jump with a buffer of zeros does is up to the processor
#include <everypath.h>
#include <setjmp.h>

static jmp_buf place;

int main(void) {
    int x = everypath_int("x");
    if (x != 0 && setjmp(place)) return 0;
    longjmp(place, 5);
}
