// target: both
// flags: --symbolic-stdin 2
// expect: unsafe assertion
// line: 14
// example: stdin = "()"
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int depth = 0;
    for (int c; (c = getchar()) != EOF;) {
        if (c == '(') depth++;
        if (c == ')') {
            everypath_assert(depth != 1);
            depth--;
        }
    }
    everypath_assert(depth >= 0);
    return 0;
}
