// target: lp64
// machine: no, such an input needs its type
// expect: safe
#include <assert.h>

extern __int128 __VERIFIER_nondet_int128(void);
struct mixed { double number; int count; };
struct mixed nondet_mixed(void);

int main(void) {
    __int128 number = __VERIFIER_nondet_int128();
    struct mixed mixed = nondet_mixed();
    if (number > 0 && number < 100 && mixed.number > 1 && mixed.count > 2) assert(number + mixed.count > 3 && mixed.number * 2 > 2);
    return 0;
}
