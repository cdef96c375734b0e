// target: both
// expect: unsafe assertion
// line: 16
#include <assert.h>
#include <everypath.h>

/* One side of an input goes round for ever and reads nothing; the other one is wrong at once. */
int main(void) {
    int marks[5], length = 0;
    while (everypath_bool("endless")) {
        for (;;) {
            length = length == 4 ? 0 : length + 1;
            marks[length] = 0;
        }
    }
    assert(length == 5);
    return marks[0];
}
