// target: lp64
// expect: unsafe assertion
// line: 12
// replay: its inputs have no names
unsigned nondet_uint(void);
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);

int main(void) {
    unsigned x = nondet_uint();
    __ESBMC_assume(x < 16);
    __ESBMC_assert((x & (x - 1)) != 0, "no power of two");
    return 0;
}
