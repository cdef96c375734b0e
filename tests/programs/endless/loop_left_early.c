// target: both
// expect: unsafe assertion
// line: 14
#include <assert.h>
#include <everypath.h>

/* The loop may go round two thousand million times; the fault is behind it, for those who leave it at once. */
int main(void) {
    int number = everypath_int("number");
    int *at = &number;
    while (number < 100) {
        ++*at;
    }
    assert(number == 100);
    return 0;
}
