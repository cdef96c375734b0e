// target: both
// expect: unsafe assertion
// line: 19
// input: count = 8
#include <everypath.h>

struct status {
    unsigned ready : 1;
    unsigned count : 3;
    unsigned error : 4;
};

int main(void) {
    struct status status = {1, 0, 5};
    unsigned count = everypath_unsigned("count");
    everypath_assume(count <= 8);
    status.count = count;
    everypath_assert((status.ready == 1) & (status.error == 5));
    everypath_assert(status.count == count);
    return 0;
}
