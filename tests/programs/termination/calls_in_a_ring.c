// expect: unsafe
#include <everypath.h>

/* An automaton that comes back to where it was, by way of functions with variables in memory; it ends where the input says so. */
enum { IDLE, BUSY, DONE };

static void next(int *state, int event) {
    int next[2] = {(*state + 1) % 3, *state};
    *state = next[event & 1];
}

int main(void) {
    int state = IDLE, asked = 0;
    while (asked != 7) {
        asked = everypath_int("asked");
        next(&state, asked);
        if (state == DONE) state = IDLE;
    }
    return 0;
}
