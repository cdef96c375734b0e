// target: both
// expect: incomplete
#include <everypath.h>
#include <stdio.h>

/* Whether it is the name of the other file depends on inputs. */
int main(void) {
    FILE *first = fopen("ab", "w");
    if (first == NULL) return 1;
    fclose(first);
    char name[3] = "a";
    name[1] = everypath_char("second");
    FILE *other = fopen(name, "r");
    everypath_assert(other == NULL || name[1] == 'b');
    return 0;
}
