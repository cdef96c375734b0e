// target: both
// expect: unsafe assertion
// line: 18
// input: array = 38654705671
// input: packet.length = 42
#include <everypath.h>

struct packet {
    char kind;
    unsigned length;
};

int main(void) {
    int array[2];
    struct packet packet;
    riscv_make_symbolic((unsigned long)array, sizeof array);
    riscv_make_symbolic((unsigned long)&packet.length, sizeof packet.length);
    if (array[0] == 7 && array[1] == 9) riscv_assert(packet.length != 42);
    return 0;
}
