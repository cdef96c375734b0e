// target: both
// expect: safe
// assumed: system
#include <everypath.h>
#include <unistd.h>

int main(void) {
    everypath_assert(alarm(1000) == 0);
    unsigned left = alarm(0);
    everypath_assert(left >= 1 && left <= 1000 && alarm(0) == 0);
    return 0;
}
