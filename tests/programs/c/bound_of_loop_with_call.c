// target: both
// flags: --unwind 2
// expect: incomplete
// The loop is one block of the source, and never ends.
static int calls;

static int again(int x) {
    calls++;
    return x;
}

int main(void) {
    do;
    while (again(1));
    return calls;
}
