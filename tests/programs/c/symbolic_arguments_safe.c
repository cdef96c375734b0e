// target: both
// machine: no, a bare machine gives no arguments
// flags: --symbolic-args 2
// expect: safe
#include <everypath.h>
#include <string.h>

int main(int argc, char **argv) {
    everypath_assert(argc == 2 && argv[2] == NULL && strlen(argv[1]) <= 2);
    everypath_assert(argv[1][0] != 0 || argv[1][1] != 0 || strlen(argv[1]) == 0);
    return 0;
}
