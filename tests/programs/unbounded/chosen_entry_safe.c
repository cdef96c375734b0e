// target: lp64
// expect: safe
// unproven: lp64 --no-optimise
// A pointer into a table that an input chooses stays in the table, whatever the loop found there.
#include <everypath.h>

static unsigned char levels[4] = {0, 10, 50, 100};
static unsigned char *level = levels;

int main(void) {
    for (;;) {
        unsigned command = everypath_u32("command");
        if (command < sizeof levels) level = &levels[command];
        if (command == 's') *level = 1;
        everypath_assert(level - levels < 4);
    }
}
