// target: both
// machine: no, functions of the machine set nothing there
// expect: unsafe assertion
// line: 11
#include <errno.h>
#include <everypath.h>
#include <math.h>

int main(void) {
    double root = sqrt(everypath_double("number"));
    everypath_assert(errno == 0);
    return root > 1;
}
