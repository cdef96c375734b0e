// target: both
// expect: unsafe invalid-store
// line: 8
// A store of another type than the variable is no access to all of it.

int main(void) {
    int a;
    *(long long *)&a = 1;
    return 0;
}
