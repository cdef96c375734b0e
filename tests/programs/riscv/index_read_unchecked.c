// target: both
// expect: unsafe invalid-load
// line: 10
#include <everypath.h>

static volatile int table[10];

int main(void) {
    unsigned i = everypath_unsigned("i");
    return table[i];
}
