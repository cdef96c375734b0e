// target: both
// machine: no, a bare machine has no clock
// expect: unsafe assertion
// line: 14
// The clock and the random numbers are inputs in the order in which the program asks for them, natively, too.
#include <assert.h>
#include <everypath.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(NULL));
    int dice = rand() % 6 + 1;
    assert(dice != 5);
    return 0;
}
