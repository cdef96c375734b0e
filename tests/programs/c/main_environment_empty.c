// target: both
// expect: safe
#include <everypath.h>
#include <stddef.h>

extern char **environ;

int main(int argc, char **argv, char **envp) {
    everypath_assert(argv[argc] == NULL);
    everypath_assert(environ != NULL && *environ == NULL);
    everypath_assert(envp != NULL && *envp == NULL);
    return 0;
}
