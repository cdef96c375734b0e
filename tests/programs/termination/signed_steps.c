// expect: safe
#include <everypath.h>

/* Down and up in steps, with a sign. */
int main(void) {
    int x = everypath_int("x");
    while (x > 0) x -= 3;
    while (x < 100) x += 2;
    return 0;
}
