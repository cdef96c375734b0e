// expect: unsafe
#include <everypath.h>

/* No input decides, and it never ends. */
int main(void) {
    for (;;) {
    }
}
