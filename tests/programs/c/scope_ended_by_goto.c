// target: both
// expect: unsafe invalid-load
// line: 8

int main(void) {
    int *p = 0;
again:
    if (p) return *p;
    {
        int inner = 1;
        p = &inner;
        goto again;
    }
}
