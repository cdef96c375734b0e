// target: lp64
// expect: safe
#include <everypath.h>

#define SIZE 1000000

/* The greatest of a million. */
int main(void) {
    int array[SIZE], greatest = 0;
    for (int i = 0; i < SIZE; i++) array[i] = everypath_int("element");
    for (int i = 0; i < SIZE; i++)
        if (array[i] > greatest) greatest = array[i];
    for (int i = 0; i < SIZE; i++) everypath_assert(array[i] <= greatest);
    return 0;
}
