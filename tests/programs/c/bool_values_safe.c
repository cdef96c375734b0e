// target: lp64
// expect: safe
#include <everypath.h>
#include <stdbool.h>

int main(void) {
    unsigned char byte = everypath_u8("byte");
    everypath_assume(byte < 2);
    bool flag;
    __builtin_memcpy(&flag, &byte, 1);
    int as_int = flag;
    everypath_assert(as_int < 2);
    return 0;
}
