// target: both
// expect: unsafe invalid-load
// line: 9
// What is stored is what is there, and four bytes of it are not there.

int main(void) {
    int a = 1;
    long long *p = (long long *)&a;
    *p = *p;
    return 0;
}
