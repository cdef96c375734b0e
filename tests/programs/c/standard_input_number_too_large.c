// target: both
// flags: --world open
// expect: unsafe invalid-conversion
// line: 11
// replay: the system's function gives some number
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) != 1) return 0;
    return number & 1;
}
