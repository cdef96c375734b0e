// target: both
// expect: safe
#include <arpa/inet.h>
#include <everypath.h>

int main(void) {
    uint32_t x = everypath_u32("x");
    everypath_assert(ntohl(htonl(x)) == x);
    everypath_assert(htons(0x1234) == 0x3412);
    everypath_assert(((unsigned char *)&(uint32_t){htonl(x)})[0] == x >> 24);
    return 0;
}
