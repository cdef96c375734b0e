// target: both
// expect: unsafe invalid-load
// line: 14
// replay: the compiler does not mark the end, so its sanitizer does not see it

/* A compound literal lives as long as its block, not as the call. */
int main(void) {
    int *last = 0;
    {
        int *literal = &(int){7};
        *literal = 8;
        last = literal;
    }
    return *last;
}
