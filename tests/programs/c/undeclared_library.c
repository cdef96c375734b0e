// target: both
// expect: unsafe assertion
// line: 15
// replay: no, compilers for this processor refuse it
// example: value = 7
// Old C: the library's and the dialects' functions are called without a declaration, and have their own types all the same.

main() {
    char *text = malloc(6);
    double root;
    if (!text) return 1;
    strcpy(text, "seven");
    root = sqrt(49.0);
    int n = nondet_int();
    __ESBMC_assert(n != (int)root, "an int would not do");
    assert(text);
    free(text);
    return strlen("") + printf("");
}
