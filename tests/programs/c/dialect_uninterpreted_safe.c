// target: both
// machine: no, the functions are no part of the machine's library
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Of these nothing is known but that they are functions. */
int __CPROVER_uninterpreted_hash(const void *key, unsigned char seed);
_Bool __ESBMC_uninterpreted_even(int);
double __CPROVER_uninterpreted_scale(float);

int main(void) {
    int x = (int)everypath_u32("x"), y = (int)everypath_u32("y");
    _Bool even = __ESBMC_uninterpreted_even(x);
    int hash = __CPROVER_uninterpreted_hash(&x, 3);
    __CPROVER_uninterpreted_hash(&y, 3);
    assert(hash == __CPROVER_uninterpreted_hash(&x, 3));
    if (x == y) assert(even == __ESBMC_uninterpreted_even(y));
    double once = __CPROVER_uninterpreted_scale(1.5f), twice = __CPROVER_uninterpreted_scale(1.5f);
    assert(once == twice || once != once);
    return 0;
}
