// target: both
// machine: no, machine code does not know blocks
// expect: unsafe invalid-load
// line: 13
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = malloc(8);
    if (name == NULL) return 0;
    free(strcpy(name, "data"));
    return fopen(name, "r") != NULL;
}
