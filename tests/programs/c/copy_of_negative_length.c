// target: both
// also: riscv
// expect: unsafe invalid-load
// line: 14
// A negative number as a size is more bytes than there are: both ranges end behind their objects before they overlap.
#include <everypath.h>
#include <string.h>

static unsigned char body[16];

int main(void) {
    unsigned char packet[8];
    everypath_make_symbolic(packet, sizeof packet, "packet");
    int length = packet[0] - 4; if (length <= 4) memcpy(body, packet + 4, length);
    return body[0];
}
