// target: both
// flags: --checks assertion
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* White space of a format takes all that comes, also at its end. */
int main(void) {
    char letter;
    if (scanf(" %c", &letter) != 1) return 0;
    everypath_assert((letter != ' ') & (letter != '\n') & (letter != '\t'));
    int number;
    if (scanf("%d ", &number) != 1) return 0;
    int next = getchar();
    everypath_assert((next != ' ') & (next != '\n') & (next != '\t'));
    return 0;
}
