// target: both
// expect: unsafe invalid-call
// line: 24
// input: late = 1
// replay: no, what happens is undefined and may look as if it worked
#include <everypath.h>
#include <setjmp.h>

static jmp_buf place;
static int tries;

static int begin(void) {
    return setjmp(place);
}

static int twice(void) {
    return begin() + begin();
}

int main(void) {
    _Bool late = everypath_bool("late");
    if (setjmp(place) == 0 && !late) longjmp(place, 1);
    if (late && twice() == 0 && tries++ == 0)
        longjmp(place, 1);
    return 0;
}
