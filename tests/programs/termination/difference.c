// expect: safe
#include <everypath.h>

/* Two counters meet. */
int main(void) {
    unsigned low = everypath_unsigned("low"), high = everypath_unsigned("high");
    while (low < high) {
        if (everypath_bool("up")) low++;
        else high--;
    }
    return 0;
}
