// target: both
// expect: unsafe uninitialized-read
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// replay: no
// line: 23
// A bit-field that nobody wrote stays so where its struct is copied over a part of an array that was written at a symbolic place.
#include <everypath.h>
#include <string.h>

struct small {
    unsigned char first : 3, second : 5;
};

int main(void) {
    struct small array[200], one;
    memset(array, 0, sizeof array);
    unsigned char *bytes = (unsigned char *)array;
    bytes[everypath_range(0, 199, "at")] = 9;
    one.first = 1;
    array[3] = one;
    everypath_assert(array[3].first == 1);
    return array[3].second == 2;
}
