// target: both
// also: riscv
// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

// The call is the error, whatever this does.
void reach_error(void) { abort(); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += x & 1;
    if (sum == 2) reach_error();
    return 0;
}
