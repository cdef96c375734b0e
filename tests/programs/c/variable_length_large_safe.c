// target: lp64
// expect: safe
#include <everypath.h>

/* As many words as an unsigned number says have room where addresses have 64 bits. */
int main(void) {
    unsigned length = everypath_u32("length");
    everypath_assume(length > 4000000000u);
    int array[length];
    array[3999999999u] = 1;
    return array[3999999999u] - 1;
}
