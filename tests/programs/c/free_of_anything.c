// target: both
// expect: unsafe invalid-free
// line: 11
// replay: the address is no pointer of the process
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *address;
    EVERYPATH_SYMBOLIC(address);
    free(address);
    return 0;
}
