// target: both
// expect: safe
// Names of the library that the program uses for functions of its own, before they are declared: no prototype may get in their way.

int main(void) {
    show(3);
    char *here = index(2, 3);
    assert(here == (char *)5);
    return log("x") - 'x';
}

void show(int x) { (void)x; }
int index(int a, int b) { return a + b; }
int log(const char *text) { return *text; }
