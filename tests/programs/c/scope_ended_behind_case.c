// target: both
// expect: unsafe invalid-load
// line: 19
// replay: the compiler does not mark the end, so its sanitizer does not see it
#include <everypath.h>

/* A jump leads past the declaration; the variable lives as long as its block all the same. */
int main(void) {
    int *last = 0;
    switch (everypath_int("way") & 1) {
        int inner;
    case 0:
        inner = 5;
        last = &inner;
        break;
    default:
        break;
    }
    return last ? *last : 0;
}
