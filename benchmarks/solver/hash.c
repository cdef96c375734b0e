/* Four rounds of FNV-1a beside a square of 64 bits that there is not. */
#include <everypath.h>
#include <stdint.h>

int main(void) {
    unsigned char message[4];
    uint64_t root;
    EVERYPATH_SYMBOLIC(message);
    EVERYPATH_SYMBOLIC(root);
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 4; i++) hash = (hash ^ message[i]) * 16777619u;
    everypath_assert(hash != 0x12345678u || root * root != 0x2468ace02468ace1u);
    return 0;
}
