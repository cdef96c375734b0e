// target: both
// flags: --symbolic-stdin 2
// expect: safe
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int depth = 0;
    for (int c; (c = getchar()) != EOF;) {
        if (c == '(') depth++;
        if (c == ')') {
            if (depth == 0) return 1;
            depth--;
        }
    }
    everypath_assert(depth >= 0);
    return 0;
}
