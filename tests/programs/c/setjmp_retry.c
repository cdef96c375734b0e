// target: both
// flags: --unwind 5
// expect: incomplete
// Jumps back are a loop, which a bound ends; the loop inside begins anew each time.
#include <everypath.h>
#include <setjmp.h>

static jmp_buf again;
static unsigned tries;

int main(void) {
    unsigned limit = everypath_unsigned("limit");
    unsigned steps = 0;
    if (setjmp(again)) steps = 0;
    for (unsigned i = 0; i < 4; i++)
        steps++;
    everypath_assert(steps == 4);
    if (++tries < limit) longjmp(again, 1);
    everypath_assert(tries == limit || limit == 0);
    return 0;
}
