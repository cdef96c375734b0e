// target: both
// flags: --check uninitialized-read
// expect: unsafe uninitialized-read
// line: 10
// replay: no
// No value makes the condition true; reading the variable is a fault before that.

int main(void) {
    int x;
    if (x != x) return 1;
    return 0;
}
