// target: both
// flags: --memory flat
// expect: unsafe invalid-load
// line: 22
// input: x = 9
// One function allocates, on one way only, another one uses the block, a third one frees it.
#include <everypath.h>
#include <stdlib.h>

static int *make(int x) {
    static int fallback = 5;
    return x > 5 ? calloc(2, sizeof(int)) : &fallback;
}

static void end(int *block, int x) {
    if (x > 5) free(block);
}

static int use(const int *block, int i) {
    int sum = 0;
    for (int k = 0; k <= i; k++)
        sum += block[k];
    return sum;
}

int main(void) {
    int x = everypath_int("x");
    int *block = make(x);
    if (x > 5) block[1] = 4;
    everypath_assert(use(block, x > 5) == (x > 5 ? 4 : 5));
    end(block, x);
    if (x == 9) use(block, 0);
    return 0;
}
