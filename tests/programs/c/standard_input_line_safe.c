// target: lp64
// flags: --symbolic-stdin 4
// expect: safe
#include <everypath.h>
#include <stdio.h>

char *gets(char *);

int main(void) {
    char line[4];
    if (fgets(line, sizeof line, stdin) == NULL) return 0;
    return 0;
}
