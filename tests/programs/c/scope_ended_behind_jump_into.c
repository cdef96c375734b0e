// target: both
// expect: unsafe invalid-store
// line: 16
// replay: the compiler does not mark the end, so its sanitizer does not see it
#include <everypath.h>

int main(void) {
    int *last = 0;
    if (everypath_bool("jumps")) goto inside;
    {
        int inner;
    inside:
        inner = 3;
        last = &inner;
    }
    *last = 1;
    return 0;
}
