// target: lp64
// expect: unsafe assertion
// line: 12
// replay: its inputs have no names
int __llbmc_nondef_int(void);
void __llbmc_assume(int);
void __llbmc_assert(int);

int main(void) {
    int x = __llbmc_nondef_int();
    __llbmc_assume(x != 0 && x > -100 && x < 100);
    __llbmc_assert(x * x > 1);
    return 0;
}
