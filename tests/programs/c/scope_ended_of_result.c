// target: both
// expect: unsafe invalid-load
// line: 19
// replay: the compiler does not mark the end, so its sanitizer does not see it

struct four {
    int values[4];
};

static struct four make(int first) { return (struct four){{first, 2, 3, 4}}; }

/* What a call returns does not outlive the block of the expression. */
int main(void) {
    int *values = 0;
    if (!values) {
        int *found = make(1).values;
        values = found;
    }
    return values[1] - 2;
}
