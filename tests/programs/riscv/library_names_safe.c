// target: both
// expect: safe
// The C library is there: text is formatted and read, arrays are sorted. A function of the program that has a name of the
// library's is the program's own, and the library goes on with its own.
#include <everypath.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t strlen(const char *text) {
    (void)text;
    return 99;
}

static int by_number(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }

int main(void) {
    char text[40];
    int numbers[3] = {3, 1, 2}, first, second;
    int printed = sprintf(text, "%s %+d %#x %lld", "a", 5, 255u, -1234567890123LL);
    everypath_assert(printed == 24 && strcmp(text, "a +5 0xff -1234567890123") == 0);
    everypath_assert(strlen(text) == 99);
    everypath_assert(puts("puts measures its text itself") > 0);
    everypath_assert(sscanf("12 -7", "%d%d", &first, &second) == 2 && first == 12 && second == -7);
    qsort(numbers, 3, sizeof *numbers, by_number);
    everypath_assert(numbers[0] == 1 && numbers[2] == 3);
    errno = 0;
    everypath_assert(fopen("missing", "r") == NULL && errno == ENOENT);
    everypath_assert(malloc((size_t)-1) == NULL);
}
