// target: both
// machine: no, a bare machine gives no arguments
// flags: --symbolic-args 2
// expect: unsafe assertion
// line: 12
// example: arg1 = "-x"
#include <everypath.h>
#include <string.h>

int main(int argc, char **argv) {
    everypath_assert(argc == 2 && argv[2] == NULL && strlen(argv[1]) <= 2);
    everypath_assert(strcmp(argv[1], "-x") != 0);
    return 0;
}
