// target: both
// expect: unsafe assertion
// line: 12
// What nobody wrote has any value, on the stack and on the heap.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    volatile int marks[4];
    int which = everypath_int("which");
    if (which == 3) marks[2] = 1;
    everypath_assert(marks[2] != 7);
    return 0;
}
