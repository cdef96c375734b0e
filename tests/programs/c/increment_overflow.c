// target: lp64
// expect: unsafe signed-overflow
// line: 10
// input: count = 2147483647
#include <everypath.h>

int main(void) {
    int count = everypath_int("count");
    everypath_assume(count > 100);
    count++;
    return 0;
}
