// target: lp64
// expect: unsafe assertion
// line: 14
// replay: its inputs have no names
int nondet_int(void);
_Bool nondet_bool(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);

int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x >= 0 && x <= 10);
    if (nondet_bool()) x = 10 - x;
    __CPROVER_assert(x < 10, "below ten");
    return 0;
}
