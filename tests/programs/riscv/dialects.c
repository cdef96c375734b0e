// target: both
// expect: unsafe assertion
// line: 16
// example: uint = 6
// Functions of other checkers' harnesses, some of which nobody declares.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int low = __VERIFIER_nondet_int();
    unsigned high = nondet_uint();
    __VERIFIER_assume(low > 4 && low < 6);
    __ESBMC_assume(high < 10);
    __CPROVER_assert(low == 5, "the only one");
    if (high == (unsigned)low + 1) reach_error();
    assert(high != 12);
    return 0;
}
