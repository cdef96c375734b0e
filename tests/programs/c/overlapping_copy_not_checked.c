// target: both
// flags: --property unreach-call
// expect: incomplete
#include <string.h>
int main(void) {
    char a[8] = "abcdefg";
    memcpy(a + 1, a, 4);
    return 0;
}
