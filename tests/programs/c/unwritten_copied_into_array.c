// target: both
// expect: unsafe assertion
// machine: no, its library copies byte by byte
// replay: no, the real memory has what it has
// What was never written stays arbitrary where it is copied over an array that was written at a symbolic place.
#include <everypath.h>
#include <string.h>

int main(void) {
    char to[300], from[100];
    memset(to, 1, sizeof to);
    unsigned place = everypath_u32("place");
    everypath_assume(place < 300);
    to[place] = 2;
    memcpy(to + 100, from, sizeof from);
    everypath_assert(to[99] >= 1 && to[200] >= 1);
    everypath_assert(to[105] == 0);
    return 0;
}
