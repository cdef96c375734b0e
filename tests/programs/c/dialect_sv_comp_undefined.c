// target: lp64
// expect: unsafe assertion
// line: 12
// replay: its inputs have no names
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    __VERIFIER_assert(x % 2 < 2);
    if (x * 3 == 9) reach_error();
    return 0;
}
