// target: both
// machine: no, the check is not of machine code
// flags: --check uninitialized-read
// expect: safe
// assumed: enough-memory no-files
#include <everypath.h>
#include <stdio.h>

/* What was never written stands behind the end of the name. */
int main(void) {
    char name[8];
    name[0] = everypath_char("first");
    name[1] = everypath_char("second");
    everypath_assume(name[0] == '\0' || name[1] == '\0');
    everypath_assert(fopen(name, "r") == NULL);
    return 0;
}
