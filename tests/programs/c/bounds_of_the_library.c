// target: both
// flags: --unwind 1 --no-bound-checks
// expect: unsafe assertion
// line: 13
// The library goes over the text in a loop of its own, which is none of the program's.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%d characters\n", (int)strlen("a text"));
    char copy[32];
    assert(strcmp(strcpy(copy, "another text"), "a text") == 0);
    return 0;
}
