// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <wchar.h>

/* What does not fit the orientation of a stream is not done. */
int main(void) {
    everypath_assert(fwide(stdout, 0) == 0 && fputws(L"wide\n", stdout) >= 0 && fwide(stdout, 0) > 0);
    everypath_assert(puts("bytes") == EOF && fwrite("b", 1, 1, stdout) == 0 && fputs("b", stdout) == EOF && !ferror(stdout));
    FILE *file = fopen("notes", "w+");
    if (file == NULL) return 0;
    everypath_assert(fputs("bytes", file) >= 0 && fwide(file, 1) < 0);
    everypath_assert(fputwc(L'w', file) == WEOF && fputws(L"wide", file) == -1 && !ferror(file) && ftell(file) == 5);
    rewind(file);
    everypath_assert(fgetwc(file) == WEOF && !feof(file) && fgetc(file) == 'b');
    file = freopen("notes", "r", file);
    everypath_assert(file != NULL && fwide(file, 0) == 0 && fgetwc(file) == L'b' && getc(file) == EOF && !feof(file));
    fclose(file);
    return 0;
}
