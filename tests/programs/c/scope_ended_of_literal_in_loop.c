// target: both
// expect: unsafe invalid-load
// line: 11
// replay: the compiler does not mark the end, so its sanitizer does not see it

/* Each iteration has a literal of its own. */
int main(void) {
    const int *last = 0;
    for (int i = 0; i < 3; i++) {
        const int *pair = (const int[]){i, 1};
        if (last && *last != i - 1) return 1;
        last = pair;
    }
    return 0;
}
