// target: lp64
// machine: no, it knows no objects
// expect: safe
#include <stdlib.h>

/* An object is there on this way, as large as it is here, or it is not. */
int main(void) {
    char *block = malloc(4);
    __CPROVER_bool gone = nondet_bool();
    if (gone) free(block);
    __CPROVER_assert(__CPROVER_LIVE_OBJECT(block) == !gone, "freed on one way");
    __CPROVER_assert(__CPROVER_r_ok(block + 1, 1) == !gone, "nor is its second byte there");

    __CPROVER_size_t size = nondet_uint();
    __CPROVER_assume(size > 0 && size <= 10);
    char *sized = malloc(size);
    __CPROVER_assert(!__CPROVER_r_ok(sized + 11, 1) && !__CPROVER_LIVE_OBJECT(sized + 11), "behind it");
    __CPROVER_assert(__CPROVER_r_ok(sized + size - 1, 1) && !__CPROVER_r_ok(sized + size, 1), "its end");

    char *empty = malloc(0), *other = malloc(0), *any = nondet_bool() ? empty : sized;
    __CPROVER_assert(__CPROVER_LIVE_OBJECT(any) && __CPROVER_DYNAMIC_OBJECT(any), "one of two blocks");
    __CPROVER_assert(!__CPROVER_same_object(empty, other) && !__CPROVER_r_ok(empty, 1), "no bytes");

    int *left;
    {
        int variable = 1;
        left = &variable;
        __CPROVER_assert(__CPROVER_LIVE_OBJECT(left), "in its scope");
    }
    __CPROVER_assert(!__CPROVER_LIVE_OBJECT(left) && !__CPROVER_r_ok(left, 4), "behind its scope");
    return 0;
}
