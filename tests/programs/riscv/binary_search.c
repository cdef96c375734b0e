// target: both
// expect: safe
#include <everypath.h>

static int find(const int *sorted, int size, int wanted) {
    int low = 0, high = size;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == wanted) return middle;
        if (sorted[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return -1;
}

int main(void) {
    int sorted[5], wanted = everypath_int("wanted"), occurs = 0;
    EVERYPATH_SYMBOLIC(sorted);
    for (int i = 0; i < 4; i++) everypath_assume(sorted[i] <= sorted[i + 1]);
    int place = find(sorted, 5, wanted);
    for (int i = 0; i < 5; i++) occurs |= sorted[i] == wanted;
    everypath_assert((place >= 0) == occurs);
    return 0;
}
