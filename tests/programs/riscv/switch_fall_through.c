// target: both
// expect: unsafe assertion
// line: 24
// input: level = 2
#include <everypath.h>

static int price(unsigned level) {
    int result = 0;
    switch (level) {
        case 0: result = 10; break;
        case 1: result = 20; break;
        case 2: result = 30; /* break is missing */
        case 3: result = 40; break;
        case 4: result = 50; break;
        case 5: result = 60; break;
        default: result = (int)level * 10 + 10; break;
    }
    return result;
}

int main(void) {
    unsigned level = everypath_unsigned("level");
    everypath_assume(level < 100);
    everypath_assert(price(level) == (int)level * 10 + 10);
    return 0;
}
