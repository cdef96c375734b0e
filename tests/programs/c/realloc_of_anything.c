// target: both
// expect: unsafe invalid-free
// line: 10
// replay: the address is no pointer of the process
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *address = (char *)(unsigned long)everypath_unsigned_long("address");
    address = realloc(address, 8);
    free(address);
    return 0;
}
