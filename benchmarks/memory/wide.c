/* Writes and reads bytes of a large array at symbolic places. */
#include <everypath.h>

static unsigned char bytes[2048];

int main(void) {
    for (int i = 1; i <= N; i++) {
        unsigned from = (unsigned)everypath_int("from"), to = (unsigned)everypath_int("to");
        everypath_assume(from < 2048 && to < 2048);
        bytes[to] = bytes[from] | 1;
        everypath_assert(bytes[to] == 1);
    }
    return 0;
}
