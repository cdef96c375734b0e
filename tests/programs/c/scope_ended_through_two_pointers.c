// target: both
// expect: unsafe invalid-load
// line: 11

int main(void) {
    int *p, **q = &p;
    {
        int inner = 3;
        *q = &inner;
    }
    return *p;
}
