// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* Standard input may end anywhere, and then has ended. */
int main(void) {
    int count = 0;
    while (getchar() != EOF) count++;
    everypath_assert(getchar() == EOF && feof(stdin));
    everypath_assert(count >= 0);
    return 0;
}
