// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

static char text[300];

/* Before the end of a text there is no end. */
int main(void) {
    for (int i = 0; i < 299; i++) text[i] = (char)everypath_int("character");
    int length = 0;
    while (text[length] != 0) length++;
    assert(length < 300);
    int place = everypath_int("place");
    if (place >= 0 && place < length) assert(text[place] != 0);
    return 0;
}
