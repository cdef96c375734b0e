// target: both
// expect: unsafe invalid-conversion
// line: 11
// replay: the system's function gives some number
#include <stdio.h>

/* C17 7.21.6.2p10: the object must be able to hold the number. */
int main(void) {
    short number = 0;
    char small = 0;
    sscanf("32767 300", "%hd %hhd", &number, &small);
    return number == small;
}
