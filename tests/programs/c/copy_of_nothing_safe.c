// target: both
// expect: safe
// Behind the end of an object nothing may be accessed, and nothing is.
#include <string.h>

int main(void) {
    char a[4] = "abc", b[4] = "xyz";
    memcpy(a + 4, b + 4, 0);
    memset(a + 4, 1, 0);
    memmove(a + 4, b, 0);
    return a[0] != 'a';
}
