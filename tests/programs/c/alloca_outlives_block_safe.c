// target: both
// expect: safe
#include <alloca.h>
#include <everypath.h>

// What alloca() gives lives until the function returns; an array of variable length until its block ends.
static int sum(int n) {
    int *fixed = 0, total = 0;
    unsigned size = 4;
    {
        fixed = alloca(2 * sizeof(int));
        fixed[0] = n, fixed[1] = 1;
    }
    char *grown = 0;
    {
        size = size * 2;
        grown = alloca(size);
        grown[7] = 2;
    }
    {
        char array[size];
        array[7] = 3;
        total = array[7];
    }
    char *one = 0;
    { one = alloca(1), *one = 4; }
    return total + fixed[0] + fixed[1] + grown[7] + *one;
}

int main(void) {
    int n = everypath_int("n");
    everypath_assume(n >= 0 && n < 100);
    everypath_assert(sum(n) == n + 10);
    return 0;
}
