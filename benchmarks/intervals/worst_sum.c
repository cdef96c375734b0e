/*
 * The worst case of multi-intervals: COUNT numbers that are 0 or a power of two each, so that their sum can be any
 * number below 2^COUNT, times a free number.
 */
#include <everypath.h>

#ifndef COUNT
#define COUNT 16
#endif

int main(void) {
    uint32_t sum = 0;
    for (int i = 0; i < COUNT; i++) {
        uint32_t term = everypath_u32("term");
        everypath_assume((term == 0) | (term == (uint32_t)1 << i));
        sum += term;
    }
    uint32_t factor = everypath_u32("factor");
    uint32_t product = sum * factor;
    volatile int seen = 0;
    if (product > 12345) seen += 1;
    if (sum > ((uint32_t)1 << (COUNT - 1)) + 1) seen += 2;
    if (product < 77 && factor > 3) seen += 4;
    return seen > 7;
}
