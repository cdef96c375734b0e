// target: ilp32
// expect: incomplete
#include <everypath.h>

/* More than there is room for on a machine of 32 bits, where the length is an input: given up, not taken for a violation. */
int main(void) {
    unsigned length = everypath_u32("length");
    everypath_assume(length > 10000000 && length < 10000005);
    int array[length];
    array[9999999] = 1;
    return array[9999999] - 1;
}
