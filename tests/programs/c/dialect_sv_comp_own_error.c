// target: both
// also: riscv
// expect: unsafe assertion
// line: 16
// replay: what the program does instead of an error is no error to a sanitizer
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

// The call is the error, whatever this does.
void reach_error(void) { abort(); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += x & 1;
    if (sum == 3) reach_error();
    return 0;
}
