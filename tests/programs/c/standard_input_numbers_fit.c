// target: both
// expect: safe
// Numbers of standard input fit what they are read into, as long as that is assumed.
#include <assert.h>
#include <everypath.h>
#include <stdio.h>

int main(void) {
    int number;
    short small;
    if (scanf("%d %hd", &number, &small) != 2) return 0;
    assert((long long)number + small >= -2147483648LL - 32768);
    return number & 1;
}
