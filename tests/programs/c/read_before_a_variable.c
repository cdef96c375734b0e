// target: both
// expect: unsafe invalid-load
// line: 8
// A variable that is alone: nothing is before it.

int main(void) {
    int a = 3, *p = &a;
    return p[-1];
}
