// expect: safe
#include <everypath.h>

/* Nearly the same again: what the rounds are counted by is no part of the condition. */
int main(void) {
    unsigned char x = everypath_u8("x"), rounds = 0;
    while (x != 10) {
        x = (unsigned char)(x * 5 + 1);
        if (++rounds == 200) break;
    }
    return 0;
}
