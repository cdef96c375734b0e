/*
 * `tac` on LENGTH input bytes: the lines in reverse order, each with the line feed that ends it.
 */
#include <everypath.h>

#ifndef LENGTH
#define LENGTH 10
#endif

static char output[LENGTH];

int main(void) {
    char input[LENGTH];
    everypath_make_symbolic(input, LENGTH, "input");
    int end = LENGTH, written = 0;
    for (int start = LENGTH; start >= 0; start--) {
        if (start != 0 && input[start - 1] != '\n') continue;
        if (start == LENGTH) continue;
        for (int i = start; i < end; i++) output[written++] = input[i];
        end = start;
    }
    everypath_assert(written == LENGTH);
    everypath_write(output, LENGTH);
    return 0;
}
