// target: both
// expect: unsafe invalid-free
// line: 11
// A block that was freed on one way is freed again where the ways have met.
#include <everypath.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(3);
    if (everypath_bool("early")) free(block);
    free(block);
    return 0;
}
