// target: lp64
// also: riscv
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Two counters that go together keep their distance. */
int main(void) {
    unsigned a = everypath_unsigned("a"), b = a + 7;
    while (everypath_bool("more")) {
        unsigned step = everypath_unsigned("step");
        a += step;
        b += step;
    }
    assert(b - a == 7);
    return 0;
}
