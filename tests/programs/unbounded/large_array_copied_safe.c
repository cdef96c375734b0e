// target: lp64
// expect: safe
#include <everypath.h>

#define SIZE 1000000

/* Four megabytes, filled, copied and compared. */
int main(void) {
    int from[SIZE], to[SIZE];
    for (int i = 0; i < SIZE; i++) from[i] = everypath_int("element");
    for (int i = 0; i < SIZE; i++) to[i] = from[i];
    for (int i = 0; i < SIZE; i++) everypath_assert(to[i] == from[i]);
    return 0;
}
