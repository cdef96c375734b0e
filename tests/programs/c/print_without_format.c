// target: both
// expect: unsafe invalid-load
// line: 10
// replay: the system's printf gives -1
#include <stddef.h>
#include <stdio.h>

int main(void) {
    const char *format = NULL;
    printf(format);
    return 0;
}
