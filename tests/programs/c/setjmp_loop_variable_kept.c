// target: both
// replay: the sanitizers of a native run do not see that this variable is no more
// expect: unsafe invalid-load
// Behind the jump back, a variable of the loop's body is no more.
#include <everypath.h>
#include <setjmp.h>

static jmp_buf again;
static int *last;

int main(void) {
    if (setjmp(again)) return *last;
    for (int i = 0; i < 3; i++) {
        int number = i;
        last = &number;
        if (everypath_unsigned("bad") == 7 && i == 2) longjmp(again, 1);
    }
    return 0;
}
