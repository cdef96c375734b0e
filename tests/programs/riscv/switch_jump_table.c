// target: both
// expect: safe
// paths: 9
#include <everypath.h>

static int days(unsigned char weekday) {
    switch (weekday) {
        case 0: return 10;
        case 1: return 22;
        case 2: return 31;
        case 3: return 47;
        case 4: return 53;
        case 5: return 68;
        case 6: return 71;
        case 7: return 89;
        default: return 0;
    }
}

int main(void) {
    unsigned char weekday = everypath_u8("weekday");
    int result = days(weekday);
    everypath_assert((result == 0) == (weekday > 7));
    return 0;
}
