// target: lp64
// expect: unsafe array-bounds
// line: 13
// example: key = 100
#include <everypath.h>

static int table[7] = {2, 3, 5, 7, 11, 13, 17};

static int find(int key) {
    int low = 0, high = 7;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key) return middle;
        if (table[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}

int main(void) {
    int key = everypath_int("key"), at = find(key);
    everypath_assert(at < 0 || table[at] == key);
    return 0;
}
