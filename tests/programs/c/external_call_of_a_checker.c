// target: both
// machine: no, --havoc-externals is about LLVM code
// flags: --havoc-externals
// expect: incomplete
#include <assert.h>

/* The name says that it means something to a checker, and nobody knows what: its result is not any value. */
int __CPROVER_of_the_future(int);

int main(void) {
    assert(__CPROVER_of_the_future(1) != 7);
    return 0;
}
