// target: both
// expect: safe
// What C89 allowed and later versions do not: implicit int, definitions without prototypes, conversions between numbers and addresses,
// a variable that is declared twice without a value. GNU's words are let pass.
#include <everypath.h>

int twice[2];
int twice[2];

add(a, b) int a; short b; { return a + b; }
static nothing(x) { if (x) return; return 2; }
int *address(number) unsigned long number; { return number; }

int main(argc, argv) int argc; char **argv;
{
    register count = everypath_range(0, 3, "count");
    unsigned long number = twice;
    __extension__ int values[4] = {[1 ... 2] = 1};
    int (*chosen)() = add;
    everypath_assert(address(number) == twice);
    everypath_assert((*chosen)(count, (short)values[1]) == count + 1);
    nothing(1);
    return ({ argc - 1; });
}
