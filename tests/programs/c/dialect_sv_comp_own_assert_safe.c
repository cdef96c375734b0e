// target: both
// also: riscv
// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) { abort(); }

// As most programs of SV-COMP have it: these are theirs, the others are not.
void __VERIFIER_assert(int condition) {
    if (!condition) reach_error();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3 && x < 9);
    __VERIFIER_assert(x * x > 9);
    return 0;
}
