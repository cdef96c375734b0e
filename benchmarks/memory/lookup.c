/* Reads a table of constants at symbolic places. */
#include <everypath.h>

static unsigned char table[256];

int main(void) {
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)(i * 7 % 251);
    unsigned sum = 0;
    for (int i = 0; i < N; i++) {
        unsigned place = (unsigned)everypath_int("place");
        everypath_assume(place < 256);
        sum += table[place];
    }
    everypath_assert(sum <= N * 250u);
    return 0;
}
