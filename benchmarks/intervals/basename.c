/*
 * `basename` on a path of up to LENGTH input bytes and a suffix of up to SUFFIX: the last name, without the suffix unless that
 * is all of it.
 */
#include <everypath.h>

#ifndef LENGTH
#define LENGTH 6
#endif
#ifndef SUFFIX
#define SUFFIX 2
#endif

int main(void) {
    char path[LENGTH + 1], suffix[SUFFIX + 1];
    everypath_make_symbolic(path, LENGTH, "path");
    everypath_make_symbolic(suffix, SUFFIX, "suffix");
    path[LENGTH] = 0;
    suffix[SUFFIX] = 0;

    int end = 0, suffix_length = 0;
    while (path[end] != 0) end++;
    while (end > 1 && path[end - 1] == '/') end--;
    int start = end;
    while (start > 0 && path[start - 1] != '/') start--;
    while (suffix[suffix_length] != 0) suffix_length++;
    if (suffix_length < end - start) {
        int i = 1;
        while (i <= suffix_length && path[end - i] == suffix[suffix_length - i]) i++;
        if (i > suffix_length) end -= suffix_length;
    }
    everypath_assert(start <= end);
    everypath_write(path + start, (unsigned long)(end - start));
    return 0;
}
