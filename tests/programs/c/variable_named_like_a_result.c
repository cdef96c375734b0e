// target: both
// replay: the sanitizers of a native run do not see that this variable is no more
// expect: unsafe invalid-load
#include <everypath.h>

static int *kept;

static void called(unsigned jumps) {
    {
        if (jumps) goto in;
        int retval;
    in:
        retval = 1;
        kept = &retval;
    }
    everypath_assert(*kept == 1);
}

int main(void) {
    called(everypath_unsigned("jumps") & 1);
    return 0;
}
