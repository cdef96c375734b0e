// target: both
// flags: --memory flat --heap symbolic
// expect: unsafe invalid-load
// line: 13
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    int *a = malloc(4), *b = malloc(4);
    *a = 1;
    *b = 2;
    free(a);
    int sum = *a + *b;
    free(b);
    return sum == 0;
}
