// target: both
// expect: unsafe invalid-load
// line: 13

/* Two variables of one name: the first is no more when the second lives. */
int main(void) {
    int *first, *second;
    {
        int x = 1;
        first = &x;
    }
    int x = 2;
    second = &x, x = *first;
    return *second;
}
