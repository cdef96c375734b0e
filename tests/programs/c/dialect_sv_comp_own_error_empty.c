// target: both
// also: riscv
// expect: unsafe assertion
// replay: what the program does instead of an error is no error to a sanitizer
extern int __VERIFIER_nondet_int(void);

// The call is the error, whatever this does: here nothing, so that a native run sees nothing either.
void reach_error(void) {}

static void check(int condition) {
    if (!condition) reach_error();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    check(x != 17);
    return 0;
}
