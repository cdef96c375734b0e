// target: both
// expect: unsafe invalid-load
// line: 9
#include <stdio.h>

/* A file that is not there, and nobody looked. */
int main(void) {
    FILE *file = fopen("no such file", "r");
    fprintf(file, "%d\n", 1);
    return 0;
}
