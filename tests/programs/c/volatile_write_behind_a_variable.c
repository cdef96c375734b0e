// target: both
// expect: unsafe invalid-store
// line: 7

int main(void) {
    volatile int a = 3, *p = &a;
    p[2] = 5;
    return a;
}
