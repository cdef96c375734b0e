// target: both
// expect: safe
// assumed: enough-memory no-files
#include <everypath.h>
#include <stdio.h>

/* Which byte ends the name is up to the inputs, but one does: nothing is read behind it. */
int main(void) {
    char name[3];
    for (int i = 0; i < 3; i++) name[i] = everypath_char("name");
    everypath_assume(name[1] == '\0' || name[2] == '\0');
    everypath_assert(fopen(name, "r") == NULL);
    return 0;
}
