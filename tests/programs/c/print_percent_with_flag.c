// target: both
// expect: unsafe invalid-call
// line: 9
// replay: the system's printf does not look
#include <stdio.h>

/* The blank is a flag of the second percent sign, and the number is not printed. */
int main(void) {
    printf("50 % %d left\n", 1);
    return 0;
}
