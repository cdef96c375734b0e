// target: both
// expect: safe
#include <stdio.h>

int main(void) {
    printf("%f\n", (double)1);
    return 0;
}
