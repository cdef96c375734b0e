// target: both
// flags: --check uninitialized-read
// replay: no sanitizer of a native run tells bits that were never written
// expect: unsafe uninitialized-read
// line: 12
#include <everypath.h>

struct flags { unsigned low : 7; unsigned high : 7; };

int main(void) {
    struct flags flags;
    return flags.low;
}
