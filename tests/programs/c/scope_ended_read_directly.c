// target: both
// expect: unsafe invalid-load
// line: 11

int main(void) {
    int *p;
    {
        int inner = 3;
        p = &inner;
    }
    return *p;
}
