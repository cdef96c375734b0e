// target: both
// expect: unsafe assertion
// line: 12
// input: read = -1
// char is unsigned here: -1 does not survive being stored in one.
#include <everypath.h>

int main(void) {
    int read = everypath_range(-1, 127, "read");
    char stored = (char)read;
    int again = stored;
    everypath_assert(again == read);
    return 0;
}
