/*
 * `sort -c`: are LINES lines in order? Every other line is LENGTH input bytes, the others are constants.
 */
#include <everypath.h>

#ifndef LINES
#define LINES 8
#endif
#ifndef LENGTH
#define LENGTH 4
#endif

static int compare(const unsigned char *a, const unsigned char *b, int length) {
    for (int i = 0; i < length; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

int main(void) {
    static unsigned char lines[LINES][LENGTH];
    for (int line = 0; line < LINES; line++) {
        if (line % 2 == 0) {
            for (int i = 0; i < LENGTH; i++) lines[line][i] = (unsigned char)('a' + line + i);
        } else {
            everypath_make_symbolic(lines[line], LENGTH, "line");
        }
    }
    for (int line = 1; line < LINES; line++) {
        if (compare(lines[line - 1], lines[line], LENGTH) > 0) return 1;
    }
    return 0;
}
