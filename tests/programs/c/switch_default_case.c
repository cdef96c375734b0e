// target: both
// expect: unsafe assertion
// line: 23
// input: command = 9
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
        everypath_assert(command <= 8);
        handled = 7;
    }
    return 0;
}
