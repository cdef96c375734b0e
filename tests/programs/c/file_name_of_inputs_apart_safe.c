// target: both
// expect: safe
// assumed: enough-memory no-files
#include <everypath.h>
#include <stdio.h>

/* No value of the inputs makes these names equal, and one name is the same twice. */
int main(void) {
    FILE *first = fopen("ab", "w");
    if (first == NULL) return 1;
    fputc('x', first);
    fclose(first);
    char name[3] = "c";
    name[1] = everypath_char("second");
    everypath_assert(fopen(name, "r") == NULL);
    FILE *made = fopen(name, "w");
    if (made == NULL) return 1;
    fputc('y', made);
    fclose(made);
    FILE *again = fopen(name, "r"), *known = fopen("ab", "r");
    everypath_assert(fgetc(again) == 'y' && fgetc(known) == 'x');
    return 0;
}
