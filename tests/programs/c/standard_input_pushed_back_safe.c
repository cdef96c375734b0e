// target: both
// also: riscv
// flags: --checks assertion
// expect: safe
#include <everypath.h>
#include <stdio.h>

/* What the program itself pushes back is read, whatever a conversion left over before. */
int main(void) {
    int number = 0;
    char letter;
    if (scanf("%d", &number) != 0) return 0;
    getchar();
    ungetc('x', stdin);
    everypath_assert(scanf("%d", &number) == 0);
    everypath_assert(scanf(" %c", &letter) == 1 && letter == 'x');
    return 0;
}
