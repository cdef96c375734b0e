// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int8_t a = everypath_i8("a");
    uint16_t b = everypath_u16("b");
    int64_t c = everypath_i64("c");
    _Bool d = everypath_bool("d");
    int e = everypath_range(-3, 3, "e");
    everypath_assert(a + 128 >= 0 && b + 1 <= 65536 && c / 2 <= INT64_MAX / 2 && d + 0 <= 1 && e * e <= 9);
    everypath_write("done\n", 5);
    everypath_exit(0);
}
