// target: both
// expect: unsafe invalid-load
// line: 9
// The variable of the round before, before this round has one.

int main(void) {
    int *last = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        if (last) sum += *last;
        int inner = i;
        last = &inner;
    }
    return sum;
}
