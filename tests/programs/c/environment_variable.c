// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    everypath_assert(getenv("EVERYPATH_TEST_NOWHERE") == NULL);
    setenv("A", "1", 1);
    setenv("A", everypath_bool("b") ? "2" : "3", 1);
    everypath_assert(strcmp(getenv("A"), "1") > 0);
    unsetenv("A");
    everypath_assert(getenv("A") == NULL);
    return 0;
}
