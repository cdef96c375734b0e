// target: lp64
// expect: safe
#include <assert.h>
#include <everypath.h>

/* Inputs choose which of three numbers goes down; the loop ends when one is through. Each round asks for another input, so those who left in
   different rounds are never merged, and paths grow without end. */
int main(void) {
    unsigned first = everypath_u32("first"), second = everypath_u32("second"), third = everypath_u32("third");
    while (first > 0 && second > 0 && third > 0) {
        if (everypath_bool("is first")) first--;
        else if (everypath_bool("is second")) second--;
        else third--;
    }
    assert(first == 0 || second == 0 || third == 0);
    return 0;
}
