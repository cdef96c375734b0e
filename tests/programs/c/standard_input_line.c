// target: lp64
// flags: --symbolic-stdin 4
// expect: unsafe invalid-store
// example: stdin = "abcd"
// replay: gets is not in today's headers
#include <everypath.h>
#include <stdio.h>

char *gets(char *);

int main(void) {
    char line[4];
    if (gets(line) == NULL) return 0;
    return 0;
}
