// target: both
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
// line: 13
#include <everypath.h>

static int twice(int number) { return 2 * number; }
static int half(float number) { return (int)(number / 2); }

int main(void) {
    // Of the same width, but passed in other registers.
    int (*chosen)(float) = everypath_bool("first") ? (int (*)(float))twice : half;
    return chosen(1.0f);
}
