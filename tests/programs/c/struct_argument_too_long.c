// target: both
// expect: unsafe invalid-load
// line: 11
// The argument is passed in memory, and never read.

struct small { int a; };
struct big { int a[8]; };
static void f(struct big b) {}
int main(void) {
    struct small small = {1};
    f(*(struct big *)&small);
    return 0;
}
