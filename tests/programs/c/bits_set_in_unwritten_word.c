// target: both
// expect: unsafe uninitialized-read
// flags: --check uninitialized-read
// machine: no, what was never written cannot be seen there
// replay: no, the real memory has what it has
// What the program itself reads to set some bits of it is read, bit-fields or not.
#include <everypath.h>

int main(void) {
    unsigned flags, *at = &flags;
    *at = (*at & ~7u) | everypath_u8("flag");
    return 0;
}
