// target: both
// expect: safe
#include <everypath.h>

int main(void) {
    int values[2] = {1, 2}, x = everypath_int("x");
    uintptr_t address = (uintptr_t)&values[0];
    *(int *)(address + sizeof(int)) = x;
    everypath_assert(values[1] == x && values[0] == 1);
    return 0;
}
