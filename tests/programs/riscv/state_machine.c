// target: both
// expect: unsafe assertion
// line: 25
// input: event0 = 3
// input: event1 = 1
// input: event2 = 2
#include <everypath.h>

enum state { CLOSED, ARMED, WAITING, OPEN };

static enum state next(enum state state, unsigned event) {
    switch (state) {
        case CLOSED: return event == 3 ? ARMED : CLOSED;
        case ARMED: return event == 1 ? WAITING : CLOSED;
        case WAITING: return event == 2 ? OPEN : CLOSED;
        default: return CLOSED;
    }
}

int main(void) {
    enum state state = CLOSED;
    state = next(state, everypath_u8("event0"));
    state = next(state, everypath_u8("event1"));
    state = next(state, everypath_u8("event2"));
    everypath_assert(state != OPEN);
    return 0;
}
