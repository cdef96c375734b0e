// target: both
// expect: unsafe invalid-load
// line: 12
// The second length is that of the first call no more.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = calloc(4, 1);
    size_t first = strlen(text);
    free(text);
    size_t second = strlen(text);
    return first != second;
}
