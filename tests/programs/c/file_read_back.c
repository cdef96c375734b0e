// target: both
// also: riscv
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <string.h>

/* What is written to a file is there when it is read: through the same stream, and when it is opened again. */
int main(void) {
    char line[32];
    FILE *file = fopen("notes", "w+");
    everypath_assert(file != NULL);
    fprintf(file, "hello %d\n", 42);
    rewind(file);
    everypath_assert(fgets(line, sizeof line, file) != NULL && strcmp(line, "hello 42\n") == 0);
    fseek(file, 6, SEEK_SET);
    fputs("77", file);
    fclose(file);

    file = fopen("notes", "a");
    everypath_assert(ftell(file) == 9);
    fputs("end", file);
    fclose(file);

    file = fopen("notes", "r+");
    everypath_assert(fread(line, 1, sizeof line, file) == 12);
    everypath_assert(memcmp(line, "hello 77\nend", 12) == 0);
    fclose(file);

    file = fopen("notes", "w");
    fclose(file);
    file = fopen("notes", "r");
    everypath_assert(fgetc(file) == EOF);
    everypath_assert(fputc('x', file) == EOF);
    fclose(file);
    return 0;
}
