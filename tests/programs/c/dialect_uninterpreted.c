// target: both
// machine: no, the functions are no part of the machine's library
// expect: unsafe assertion
// replay: a compiler does not know the functions
#include <assert.h>
#include <everypath.h>

unsigned __CPROVER_uninterpreted_hash(unsigned);
unsigned __CPROVER_uninterpreted_other(unsigned);

/* Different functions give different numbers for one argument, and one function does for different arguments. */
int main(void) {
    unsigned x = everypath_u32("x"), y = everypath_u32("y");
    everypath_assume(__CPROVER_uninterpreted_hash(x) != __CPROVER_uninterpreted_other(x));
    assert(__CPROVER_uninterpreted_hash(x) == __CPROVER_uninterpreted_hash(y));
    return 0;
}
