// target: lp64
// machine: no, a bare machine gives no variables
// flags: --variable GREETING=hello --variable EMPTY=
// expect: safe
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **variables) {
    (void)argv;
    everypath_assert(argc == 1 && strcmp(getenv("GREETING"), "hello") == 0);
    everypath_assert(*getenv("EMPTY") == 0 && getenv("OTHER_OF_EVERYPATH") == NULL);
    everypath_assert(strcmp(variables[0], "GREETING=hello") == 0);
    return 0;
}
