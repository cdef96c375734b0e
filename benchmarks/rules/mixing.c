// Checksums and random numbers over bytes that are inputs: what the rules of sums, shifts and extractions are for.
#include <everypath.h>
#ifndef SIZE
#define SIZE 8
#endif

static unsigned djb2(const unsigned char *bytes, unsigned count) {
    unsigned hash = 5381;
    for (unsigned i = 0; i < count; i++) hash = hash * 33 + bytes[i];
    return hash;
}

static unsigned fletcher(const unsigned char *bytes, unsigned count) {
    unsigned short low = 0, high = 0;
    for (unsigned i = 0; i < count; i++) {
        low = (unsigned short)(low + bytes[i]);
        high = (unsigned short)(high + low);
    }
    return (unsigned)high << 16 | low;
}

static unsigned xorshift(unsigned x, unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

int main(void) {
    unsigned char bytes[SIZE], copy[4];
    for (unsigned i = 0; i < SIZE; i++) bytes[i] = everypath_u8("byte");
    unsigned count = everypath_u32("count");
    everypath_assume(count <= SIZE);
    unsigned hash = djb2(bytes, count);
    for (unsigned i = 0; i < 4; i++) copy[i] = (unsigned char)(hash >> (8 * i));
    unsigned again = copy[0] | copy[1] << 8 | copy[2] << 16 | (unsigned)copy[3] << 24;
    everypath_assert(again == hash);
    unsigned sum = fletcher(bytes, count);
    everypath_assert((sum & 0xffff) <= 255 * SIZE);
    everypath_assert(xorshift(sum ^ sum, SIZE) == 0);
    return 0;
}
