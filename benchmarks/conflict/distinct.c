/*
 * N branches that all matter: each side mixes the number so far in another way, and one-to-one, so why the result is not the number that must
 * not be takes all branches of a path: with any of them left out, the number there could be anything, and so could the result.
 * There is nothing to learn from one of the 2^N paths about another one.
 */
#include <everypath.h>

static volatile int sink;

#define ONE \
    if (everypath_int("side") > 0) { \
        sink = 1; \
        number = (number ^ number >> 7) * 2654435761u + 1; \
    } else { \
        sink = 2; \
        number = (number ^ number >> 5) * 2246822519u + 3; \
    }
#define TWO ONE ONE
#define FOUR TWO TWO
#define EIGHT FOUR FOUR
#define SIXTEEN EIGHT EIGHT

int main(void) {
    unsigned number = (unsigned)everypath_int("number");
    everypath_assume(number < 4096);
#if N & 1
    ONE
#endif
#if N & 2
    TWO
#endif
#if N & 4
    FOUR
#endif
#if N & 8
    EIGHT
#endif
#if N & 16
    SIXTEEN
#endif
    everypath_assert(number != 123456789u);
    return 0;
}
