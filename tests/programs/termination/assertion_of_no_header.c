// expect: safe
// target: both
// `assert` without its header is a function here, and ends a run as the macro does: whoever asks only for termination does not go on behind it.
void assert(_Bool);
void __VERIFIER_assert(int);
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned step = 0, at = 0;
    if (__VERIFIER_nondet_int()) {
        while (at < 5) {
            assert(step != 0);
            at += step;
        }
    }
    while (at < 6) {
        __VERIFIER_assert(step != 0);
        at += step;
    }
    return 0;
}
