// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int number = 7;
    everypath_assert(sscanf("12 13", "%d %*d", &number) == 1 && number == 12);
    return 0;
}
