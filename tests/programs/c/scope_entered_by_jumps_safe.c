// target: both
// expect: safe
// The life of a variable begins with its block, not with its declaration.

int main(void) {
    int *p = 0, n = 0;
    {
    again:
        if (p) return *p != 7;
        int inner;
        p = &inner;
        *p = 7;
        goto again;
    }
}
