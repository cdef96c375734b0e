// target: both
// expect: unsafe invalid-load
// line: 11
// replay: no
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes", "w");
    if (file == NULL) return 0;
    fclose(file);
    setvbuf(file, NULL, _IONBF, 0);
    return 0;
}
