// target: both
// expect: unsafe invalid-call
// line: 10
// replay: the system's scanf writes to address 7
#include <stdio.h>

/* A number where the address of one belongs. */
int main(void) {
    int number = 7;
    sscanf("12", "%d", number);
    return 0;
}
