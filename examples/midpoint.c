/*
 * The middle of two positions, as it stood in many a binary search: the sum overflows. For a program without
 * the bug, write `low + (high - low) / 2`.
 */
#include <everypath.h>

static int midpoint(int low, int high) { return (low + high) / 2; }

int main(void) {
    int low = everypath_int("low"), high = everypath_int("high");
    everypath_assume((0 <= low) & (low <= high));

    int middle = midpoint(low, high);
    everypath_assert((low <= middle) & (middle <= high));
    return 0;
}
