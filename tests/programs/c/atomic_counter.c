// target: both
// expect: safe
#include <everypath.h>
#include <stdatomic.h>

int main(void) {
    atomic_uint counter = everypath_unsigned("start");
    unsigned before = atomic_fetch_add(&counter, 3), expected = before + 3;
    everypath_assert(counter == before + 3);
    everypath_assert(atomic_compare_exchange_strong(&counter, &expected, 9) && counter == 9);
    return 0;
}
