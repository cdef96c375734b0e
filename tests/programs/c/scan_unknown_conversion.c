// target: both
// expect: unsafe invalid-call
// line: 9
// replay: the system's scanf does not look
#include <stdio.h>

int main(void) {
    int number = 0;
    sscanf("12", "%y", &number);
    return 0;
}
