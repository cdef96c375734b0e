// target: lp64
// expect: safe
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    __VERIFIER_assert(x % 2 < 2);
    if (x % 3 == 5) reach_error();
    return 0;
}
