// target: lp64
// machine: no, a bare machine gives no arguments
// flags: --symbolic-args 2
// expect: unsafe assertion
// line: 17
// example: arg1 = "-v"
#include <everypath.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int verbose = 0;
    opterr = 0;
    for (int option; (option = getopt(argc, argv, "vq")) != -1;) {
        if (option == 'v') verbose++;
        if (option == 'q') verbose = 0;
    }
    everypath_assert(verbose == 0);
    return 0;
}
