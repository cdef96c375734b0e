// target: both
// machine: no, machine code does not know where variables end
// expect: unsafe invalid-load
// line: 9
#include <stdio.h>

int main(void) {
    char name[4] = {'d', 'a', 't', 'a'};
    return fopen(name, "r") != NULL;
}
