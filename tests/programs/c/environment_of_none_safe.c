// target: both
// flags: --world open
// expect: safe
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

/* NULL is an empty list, and the program's own one has what is in it, wherever the program was started. */
int main(void) {
    static char *own[] = {"LEVEL=3", NULL}, entry[] = "MODE=fast";
    environ = NULL;
    everypath_assert(getenv("HOME") == NULL && unsetenv("HOME") == 0);
    if (putenv(entry) == 0) everypath_assert(strcmp(getenv("MODE"), "fast") == 0 && getenv("HOME") == NULL && environ[1] == NULL);
    environ = own;
    everypath_assert(strcmp(getenv("LEVEL"), "3") == 0 && getenv("HOME") == NULL);
    everypath_assert(clearenv() == 0 && environ == NULL && getenv("LEVEL") == NULL);
    return 0;
}
