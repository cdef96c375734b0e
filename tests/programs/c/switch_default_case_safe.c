// target: both
// expect: safe
#include <everypath.h>

static volatile int handled;

int main(void) {
    int command = everypath_int("command");
    switch (command) {
    case 1:
        handled = 1;
        break;
    case 2:
    case 3:
    default:
        handled = 4;
        break;
    case 7:
    case 8:
    case 9:
        everypath_assert(command <= 9);
        handled = 7;
    }
    return 0;
}
