// target: both
// also: riscv
// flags: --checks assertion
// expect: unsafe assertion
// line: 15
#include <everypath.h>
#include <stdio.h>

/* Numbers of any number of digits, with text between them; the one behind the second begins where that ends. */
int main(void) {
    int first;
    unsigned long second;
    char letter;
    if (scanf("%d ;%lu%c", &first, &second, &letter) != 3) return 0;
    everypath_assert(!(first == -2000000000 && second == 4000000000u && letter == 'x'));
    return 0;
}
