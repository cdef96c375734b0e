// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[8] = "";
    unsigned n = everypath_unsigned("n");
    everypath_assume(n <= 3);
    for (unsigned i = 0; i < n; i++) strcat(text, "ab");
    everypath_assert(strlen(text) == 2 * n);
    return 0;
}
