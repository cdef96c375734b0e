// target: both
// machine: no, a bare machine gives no arguments
// flags: --variable HOME=/home/user --variable EMPTY=
// expect: safe
#include <everypath.h>
#include <string.h>

extern char **environ;

int main(int argc, char **argv, char **envp) {
    everypath_assert(argv[argc] == NULL);
    everypath_assert(environ != NULL && envp != NULL);
    everypath_assert(strcmp(envp[0], "HOME=/home/user") == 0);
    everypath_assert(strcmp(environ[1], "EMPTY=") == 0);
    everypath_assert(envp[2] == NULL && environ[2] == NULL);
    return 0;
}
