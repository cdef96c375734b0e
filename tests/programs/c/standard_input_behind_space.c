// target: both
// flags: --checks assertion
// expect: unsafe assertion
// line: 13
// example: stdin = " "
#include <everypath.h>
#include <stdio.h>

/* Nothing skips white space in front of %c. */
int main(void) {
    char letter;
    if (scanf("%c", &letter) != 1) return 0;
    everypath_assert(letter != ' ');
    return 0;
}
