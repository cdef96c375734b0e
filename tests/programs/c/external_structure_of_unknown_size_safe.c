// target: both
// machine: no, it is linked
// expect: safe
#include <everypath.h>
#include <string.h>

struct unknown;
extern struct unknown elsewhere;

/* No file says what it is; it is large enough for what is kept in it. */
int main(void) {
    int kept = 42, again;
    memcpy(&elsewhere, &kept, sizeof kept);
    memcpy(&again, &elsewhere, sizeof again);
    everypath_assert(again == 42);
    return 0;
}
