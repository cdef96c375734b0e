// target: lp64
// expect: unsafe assertion
#include <assert.h>

extern unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    unsigned __int128 number = __VERIFIER_nondet_uint128();
    assert(number >> 100 != 7 || (long)number != 5);
    return 0;
}
