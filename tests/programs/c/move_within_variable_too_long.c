// target: both
// expect: unsafe invalid-store
// line: 8
#include <string.h>

int main(void) {
    char a[4] = "abc";
    memmove(a + 1, a, 4);
    return 0;
}
