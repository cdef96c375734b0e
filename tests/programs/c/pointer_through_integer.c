// target: both
// expect: unsafe assertion
// line: 11
// example: x = 3
#include <everypath.h>

int main(void) {
    int values[2] = {1, 2}, x = everypath_int("x");
    uintptr_t address = (uintptr_t)&values[0];
    *(int *)(address + sizeof(int)) = x;
    everypath_assert(values[1] == 2);
    return 0;
}
