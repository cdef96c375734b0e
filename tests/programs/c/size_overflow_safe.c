// target: ilp32
// machine: no, clearing a block of any size is a loop there
// expect: safe
#include <everypath.h>
#include <stdlib.h>

struct item { int key, value; };

int main(void) {
    size_t count = everypath_size("count");
    everypath_assume(count > 1000);
    struct item *items = calloc(count, sizeof *items);
    if (items == NULL) return 0;
    items[1000].value = 1;
    free(items);
    return 0;
}
