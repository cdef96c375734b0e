// target: both
// expect: unsafe invalid-load
// line: 8
// Nobody needs what is read.

int main(void) {
    int a = 1, *p = &a;
    p[1];
    return 0;
}
