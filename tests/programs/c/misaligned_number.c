// target: both
// flags: --check misaligned-access
// expect: unsafe misaligned-access
// line: 10
// replay: no, only the sanitizer of alignment would see it
#include <everypath.h>

int main(void) {
    _Alignas(8) char bytes[16] = {0};
    int number = *(int *)(bytes + everypath_range(0, 4, "x"));
    everypath_assert(number == 0);
    return 0;
}
