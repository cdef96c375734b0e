// target: both
// expect: unsafe assertion
// line: 12
#include <everypath.h>
#include <stdlib.h>

extern char **environ;

int main(void) {
    environ = NULL;
    everypath_assert(setenv("LEVEL", "3", 1) == 0 && environ[1] == NULL);
    everypath_assert(getenv("LEVEL") == NULL);
    return 0;
}
