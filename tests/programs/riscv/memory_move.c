// target: both
// expect: safe
// paths: 1
#include <everypath.h>
#include <string.h>

int main(void) {
    unsigned char bytes[8], original[8];
    EVERYPATH_SYMBOLIC(bytes);
    memcpy(original, bytes, sizeof bytes);
    memmove(bytes + 1, bytes, 7);
    int same = bytes[0] == original[0];
    for (int i = 0; i < 7; i++) same &= bytes[i + 1] == original[i];
    everypath_assert(same);
    return 0;
}
