// target: both
// expect: unsafe invalid-store
// line: 13
// replay: no, on a processor it stands where it stood
#include <everypath.h>

/* In each round the variable is another one, also where compilers put it where the last one was. */
int main(void) {
    int *kept = 0;
    for (int i = 0; i < 2; i++) {
        int round[3] = {i, i, i};
        if (i == 0) kept = round;
        else kept[0] = 1;
        everypath_assert(round[1] == i);
    }
    return 0;
}
