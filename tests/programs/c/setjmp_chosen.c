// target: both
// expect: unsafe assertion
// line: 27
// input: which = 2
// The place to go to is chosen by the input, once in a copy of what setjmp filled.
#include <everypath.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf places[3], copy;

static int call(unsigned number, unsigned which) {
    if (number == 3) {
        if (which == 1) {
            memcpy(&copy, &places[1], sizeof copy);
            longjmp(copy, 11);
        }
        longjmp(places[which], (int)which + 10);
    }
    int code = setjmp(places[number]);
    return code ? (int)(100 * number) + code : call(number + 1, which);
}

int main(void) {
    unsigned which = everypath_unsigned("which");
    everypath_assume(which < 3);
    everypath_assert(call(0, which) != 212);
    return 0;
}
