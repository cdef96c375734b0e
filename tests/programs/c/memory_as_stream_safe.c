// target: both
// machine: no, leaks are not seen
// flags: --check memory-leak
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    for (int i = 0; i < 30; i++) fputs("line\n", to);
    fclose(to);
    everypath_assert(size == 150 && strlen(text) == 150);
    free(text);
    FILE *file = tmpfile();
    fputs("kept", file);
    rewind(file);
    char word[8];
    everypath_assert(fgets(word, sizeof word, file) == word && strcmp(word, "kept") == 0);
    fclose(file);
    return 0;
}
