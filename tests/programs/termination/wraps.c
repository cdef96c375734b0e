// expect: unsafe
#include <everypath.h>

/* For n = 255 the counter wraps for ever. */
int main(void) {
    unsigned char n = everypath_u8("n");
    for (unsigned char i = 0; i <= n; i++) {
    }
    return 0;
}
