/*
 * `expand -t N` on LENGTH input bytes, N an input digit other than 0: tabs become blanks up to the next multiple of N
 * columns; a backspace goes back one.
 */
#include <everypath.h>

#ifndef LENGTH
#define LENGTH 4
#endif

static char output[LENGTH * 9];

int main(void) {
    char option = everypath_char("option"), input[LENGTH];
    everypath_make_symbolic(input, LENGTH, "input");
    if (option < '1' || option > '9') return 2;
    unsigned stop = (unsigned)(option - '0'), column = 0, written = 0;
    for (int i = 0; i < LENGTH; i++) {
        char c = input[i];
        if (c == '\t') {
            do {
                output[written++] = ' ';
                column++;
            } while (column % stop != 0);
            continue;
        }
        if (c == '\b') {
            if (column > 0) column--;
        } else if (c == '\n') {
            column = 0;
        } else {
            column++;
        }
        output[written++] = c;
    }
    everypath_assert(written <= LENGTH * 9);
    everypath_write(output, written);
    return 0;
}
