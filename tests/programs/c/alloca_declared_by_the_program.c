// target: both
// expect: unsafe invalid-store
// machine: no, the linker wants a definition
// line: 18
#include <everypath.h>

void *alloca(__SIZE_TYPE__);

static int *numbers(void) {
    int *made = alloca(4 * sizeof(int));
    made[3] = 7;
    return made;
}

/* Compilers know it where the program declares it itself: memory of the function that asks for it, and of nobody behind that. */
int main(void) {
    int *kept = numbers();
    kept[0] = 1;
    return 0;
}
