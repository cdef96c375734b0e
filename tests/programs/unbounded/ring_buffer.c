// target: both
// also: riscv
// expect: unsafe assertion
#include <assert.h>
#include <everypath.h>

/* The tenth that is put in is another one, and is taken out again. */
int main(void) {
    int buffer[4] = {1, 1, 1, 1};
    unsigned head = 0, tail = 0, count = 0, number = 0;
    for (;;) {
        if (everypath_bool("put")) {
            if (count < 4) {
                number++;
                buffer[head] = number == 10 ? 2 : 1;
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
