// target: both
// expect: unsafe invalid-store
// line: 10

struct small { int a; };
struct big { int a[8]; };
int main(void) {
    struct small small;
    struct big big = {{1}};
    *(struct big *)&small = big;
    return 0;
}
