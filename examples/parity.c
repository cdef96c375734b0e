/* Counts in steps of two for as long as somebody wants: see docs/proofs.md. */
#include <everypath.h>

int main(void) {
    unsigned x = 0;
    while (everypath_bool("again")) x += 2;
    everypath_assert(x % 2 == 0);
    return 0;
}
