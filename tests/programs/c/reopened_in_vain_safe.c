// target: both
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <stdio.h>

/* One that was is what was opened, and begins anew. */
int main(void) {
    FILE *made = fopen("notes", "w");
    if (made == NULL) return 0;
    fputs("x", made);
    fclose(made);
    FILE *file = freopen("notes", "r", stdin);
    if (file == NULL) return 0;
    everypath_assert(file == stdin && getchar() == 'x' && getchar() == EOF && feof(stdin));
    everypath_assert(freopen("notes", "?", stdin) == NULL && errno == EINVAL);
    return 0;
}
