// target: lp64
// expect: unsafe assertion
// line: 16
// replay: its inputs have no names
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void) { __assert_fail("0", "dialect_sv_comp.c", 3, "reach_error"); }
void __VERIFIER_assert(int condition) {
    if (!condition) {
        reach_error();
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x > 0 && x < 100);
    if (__VERIFIER_nondet_bool()) x += c;
    __VERIFIER_assert(x != 354);
    return 0;
}
