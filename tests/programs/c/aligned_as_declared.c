// target: both
// flags: --check misaligned-access
// expect: unsafe misaligned-access
// line: 21
// replay: no, the sanitizer of alignment believes the declaration
// machine: no, its compiler takes halves, too
#include <everypath.h>

/* A number is read from halves: the compiler knows that the second entry begins at an odd half, and takes the number to be aligned like it. */
struct entry {
    unsigned short kind;
    unsigned short values[10];
};

int main(void) {
    struct entry table[3] = {{0}};
    unsigned which = everypath_u32("which");
    everypath_assume(which < 3);
    table[1].kind = 1;
    if (which == 1) {
        return *(unsigned *)&table[1] == 2;
    }
    return *(unsigned *)&table[2 * (which / 2)] == 0;
}
