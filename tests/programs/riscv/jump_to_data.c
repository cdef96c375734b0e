// target: both
// expect: unsafe invalid-fetch
// input: x = 9
#include <everypath.h>

static void nothing(void) {}

int main(void) {
    unsigned x = everypath_unsigned("x");
    void (*volatile function)(void) = x == 9 ? (void (*)(void))0x20000000 : nothing;
    function();
    return 0;
}
