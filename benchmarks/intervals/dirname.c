/*
 * `dirname` on a path of up to LENGTH input bytes: what is before the last name, "." or "/".
 */
#include <everypath.h>

#ifndef LENGTH
#define LENGTH 8
#endif

static char output[LENGTH + 2];

static int directory(const char *path, char *to) {
    int end = 0, length = 0;
    while (path[end] != 0) end++;
    while (end > 0 && path[end - 1] == '/') end--;
    if (end == 0) {
        to[length++] = path[0] == '/' ? '/' : '.';
        return length;
    }
    while (end > 0 && path[end - 1] != '/') end--;
    if (end == 0) {
        to[length++] = '.';
        return length;
    }
    while (end > 1 && path[end - 1] == '/') end--;
    for (int i = 0; i < end; i++) to[length++] = path[i];
    return length;
}

int main(void) {
    char path[LENGTH + 1];
    everypath_make_symbolic(path, LENGTH, "path");
    path[LENGTH] = 0;
    int length = directory(path, output);
    output[length] = '\n';
    everypath_assert(0 < length);
    everypath_assert(length <= LENGTH + 1);
    everypath_write(output, (unsigned long)length + 1);
    return 0;
}
