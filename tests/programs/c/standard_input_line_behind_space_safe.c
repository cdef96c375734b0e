// target: both
// flags: --checks assertion
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* The rest of a line begins with its first word. */
int main(void) {
    int number;
    char line[4];
    if (scanf("%d", &number) != 1 || scanf(" %3[^\n]", line) != 1) return 0;
    everypath_assert((line[0] != ' ') & (line[0] != '\n') & (line[0] != '\t'));
    return 0;
}
