// target: lp64
// expect: safe
#include <everypath.h>

#define SIZE 1000000

/* A megabyte, filled, copied and compared. */
int main(void) {
    unsigned char from[SIZE], to[SIZE];
    for (int i = 0; i < SIZE; i++) from[i] = everypath_u8("element");
    for (int i = 0; i < SIZE; i++) to[i] = from[i];
    for (int i = 0; i < SIZE; i++) everypath_assert(to[i] == from[i]);
    return 0;
}
