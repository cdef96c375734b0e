// target: both
// expect: safe
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// Copying a struct is no read of what was never written in it, whichever of several is copied, and however many of its bytes.
#include <everypath.h>
#include <string.h>

struct pair {
    int first, second;
};

int main(void) {
    int input = everypath_range(0, 2, "input");
    struct pair pairs[3], copies[3], part;
    pairs[input].first = input;
    copies[1] = pairs[input];
    copies[input] = copies[1];
    memcpy(&part, &copies[input], 4 + 2 * (unsigned)input);
    everypath_assert(copies[input].first == input && part.first == input);
    return 0;
}
