// target: both
// also: riscv
// flags: --checks assertion
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* A digit goes on with a number; white space between numbers is skipped; what is no number stays. */
int main(void) {
    short first;
    unsigned char second;
    int read = scanf("%hd%hhu", &first, &second), c = getchar();
    everypath_assert(read == EOF || (read >= 0 && read <= 2));
    if (read == 2) everypath_assert(c < '0' || c > '9');
    if (read == EOF) everypath_assert(c == EOF);
    if (read == 2 && c != EOF) {
        ungetc('7', stdin);
        everypath_assert(scanf("%1hd", &first) == 1 && first == 7);
    }
    return 0;
}
