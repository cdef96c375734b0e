// target: both
// expect: unsafe invalid-call
// line: 8
// replay: the system's printf does not look
#include <stdio.h>

/* In a register of another kind, where a real machine finds whatever was there. */
int main(void) { printf("%f\n", 1); }
