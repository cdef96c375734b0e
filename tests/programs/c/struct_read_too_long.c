// target: both
// expect: unsafe invalid-load
// line: 10
// The copy is never read.

struct small { int a; };
struct big { int a[2]; };
int main(void) {
    struct small small = {1};
    struct big copy = *(struct big *)&small;
    return 0;
}
