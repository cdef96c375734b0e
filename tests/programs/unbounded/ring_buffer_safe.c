// target: both
// also: riscv
// expect: safe
// unproven: riscv64 -O 2
#include <assert.h>
#include <everypath.h>

/* Whatever is taken out was put in. */
int main(void) {
    int buffer[4] = {1, 1, 1, 1};
    unsigned head = 0, tail = 0, count = 0;
    for (;;) {
        if (everypath_bool("put")) {
            if (count < 4) {
                buffer[head] = 1;
                head = (head + 1) % 4;
                count++;
            }
        } else if (count > 0) {
            assert(buffer[tail] == 1);
            tail = (tail + 1) % 4;
            count--;
        }
    }
}
