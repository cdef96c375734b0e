// target: both
// expect: unsafe invalid-load
// line: 12
// replay: no, only the frame is gone, and what was in it is still there
#include <setjmp.h>

static jmp_buf env;
static int *p;
static void f(void) { int inner = 3; p = &inner; longjmp(env, 1); }
int main(void) {
    if (setjmp(env) == 0) f();
    return *p;
}
