// target: both
// machine: no, machine code does not know where variables end
// expect: unsafe invalid-load
// line: 12
// replay: memory that was never written
#include <everypath.h>
#include <stdio.h>

/* None of the bytes need be zero. */
int main(void) {
    char name[2];
    fopen(name, "r");
    return 0;
}
