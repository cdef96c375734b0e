// target: both
// flags: --no-check array-bounds
// expect: unsafe invalid-store
// line: 9
// Without the check of indices, the access itself is seen.

int main(void) {
    int a[2] = {1, 2};
    a[2] = 1;
    return 0;
}
