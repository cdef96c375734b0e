// target: both
// flags: --malloc-may-fail
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char entry[] = "MODE=fast";
    if (setenv("LEVEL", "3", 1) != 0 || putenv(entry) != 0) {
        everypath_assert(errno == ENOMEM && getenv("MODE") == NULL);
    } else {
        everypath_assert(strcmp(getenv("LEVEL"), "3") == 0 && strcmp(getenv("MODE"), "fast") == 0);
        entry[5] = 'p';
        everypath_assert(putenv(entry) == 0 && strcmp(getenv("MODE"), "past") == 0);
    }
    return 0;
}
