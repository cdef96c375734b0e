// target: ilp32
// expect: unsafe invalid-store
// line: 15
// replay: no
#include <everypath.h>
#include <stdlib.h>

struct item { int key, value; };

int main(void) {
    size_t count = everypath_size("count");
    everypath_assume(count > 1000);
    struct item *items = malloc(count * sizeof *items);
    if (items == NULL) return 0;
    items[1000].value = 1;
    free(items);
    return 0;
}
