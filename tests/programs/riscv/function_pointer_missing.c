// target: both
// expect: unsafe invalid-fetch
// input: command = 4
// The table has a free entry, which the check of the command lets through.
#include <everypath.h>

static volatile int state;

static void stop(void) { state = 0; }
static void start(void) { state = 1; }
static void pause(void) { state = 2; }
static void reset(void) { state = 3; }

static void (*const volatile handlers[5])(void) = {stop, start, pause, reset, 0};

int main(void) {
    unsigned command = everypath_unsigned("command");
    if (command > 4) return 0;
    handlers[command]();
    return 0;
}
