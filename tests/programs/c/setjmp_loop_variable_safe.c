// target: both
// expect: safe
// A variable of a loop's body that lived before the jump back begins another life behind it.
#include <everypath.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf again;
static const char *last;

static void parse(const char *text, int is_bad) {
    last = text;
    if (is_bad) longjmp(again, 1);
}

int main(void) {
    unsigned bad = everypath_unsigned("bad");
    volatile unsigned errors = 0;
    if (setjmp(again)) errors++;
    for (unsigned i = 0; i < 3; i++) {
        char text[8];
        strcpy(text, "abc");
        parse(text, errors == 0 && i == bad);
        everypath_assert(text[0] == 'a' && last == text);
    }
    everypath_assert(errors == (bad < 3));
    return 0;
}
