// target: both
// flags: --check misaligned-access
// expect: unsafe misaligned-access
// line: 17
// replay: no, only the sanitizer of alignment would see it
#include <everypath.h>

#pragma pack(push, 2)
struct packed {
    char first;
    int number;
};
#pragma pack(pop)

static int of(const struct packed *from) { return from->number; }

static int through(const int *number) { return *number; }

/* Behind two bytes of an object that needs an even address only, a number may be aligned, or not. */
int main(void) {
    struct packed object = {1, 2};
    const struct packed *pointer = &object;
    everypath_assert(of(pointer) == 2);
    return through((const int *)&pointer->number) - 2;
}
