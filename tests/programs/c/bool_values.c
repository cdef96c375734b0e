// target: lp64
// expect: unsafe invalid-value
// line: 12
// example: byte = 2
#include <everypath.h>
#include <stdbool.h>

int main(void) {
    unsigned char byte = everypath_u8("byte");
    bool flag;
    __builtin_memcpy(&flag, &byte, 1);
    int as_int = flag;
    everypath_assert(as_int < 2);
    return 0;
}
