// target: both
// expect: unsafe invalid-load
// line: 11
// replay: the system's library need not look
#include <stddef.h>
#include <stdio.h>

int main(void) {
    const char *format = NULL;
    int number = 0;
    sscanf("1", format, &number);
    return number;
}
