// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

struct packet { uint8_t kind; uint32_t length; uint8_t data[5]; };

int main(void) {
    struct packet p = {1, everypath_u32("length"), {1, 2, 3, 4, 5}}, q;
    unsigned char wire[sizeof p];
    memcpy(wire, &p, sizeof p);
    memcpy(&q, wire, sizeof q);
    everypath_assert(q.length == p.length && q.data[4] == 5 && q.kind == 1);
    return 0;
}
