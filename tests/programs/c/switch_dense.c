// target: both
// expect: unsafe assertion
// line: 18
// input: x = 4
#include <everypath.h>

static int days(int month) {
    switch (month) {
        case 2: return 28;
        case 4: case 6: case 9: return 30;
        case 11: return 30;
        default: return 31;
    }
}

int main(void) {
    int x = everypath_range(1, 12, "x");
    everypath_assert(days(x) != 30 || x == 6 || x == 9 || x == 11);
    return 0;
}
