// target: both
// flags: --property unreach-call
// expect: incomplete

int main(void) {
    int n = -1;
    int a[n];
    return 0;
}
