// target: both
// machine: no, a bare machine gives no arguments
// flags: --world open
// expect: unsafe assertion
// line: 12
// example: argc = 2
#include <everypath.h>
#include <string.h>

int main(int argc, char **argv) {
    everypath_assert(argv[argc] == NULL);
    if (argc == 2) everypath_assert(strcmp(argv[1], "-x") != 0);
    return 0;
}
