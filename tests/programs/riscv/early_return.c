// target: both
// expect: safe
// paths: 4
#include <everypath.h>

static int grade(int points) {
    if (points < 50) return 5;
    if (points < 70) return 3;
    if (points < 90) return 2;
    return 1;
}

int main(void) {
    int points = everypath_range(0, 100, "points");
    int result = grade(points);
    everypath_assert((1 <= result) & (result <= 5));
    everypath_assert((points >= 90) == (result == 1));
    return 0;
}
