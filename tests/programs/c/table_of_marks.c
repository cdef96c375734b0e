// target: both
// expect: unsafe assertion
// line: 16
// input: read = 2999
#include <everypath.h>

static unsigned char marks[3000];

int main(void) {
    marks[17] = 1;
    marks[2999] = 1;
    unsigned written = (unsigned)everypath_int("written"), read = (unsigned)everypath_int("read");
    everypath_assume(written < sizeof marks && read < sizeof marks);
    marks[written] = 2;
    if (marks[read] == 1) {
        everypath_assert(read == 17);
    }
    return 0;
}
