// target: both
// expect: unsafe null-argument
// line: 10
// Two calls that differ by their pointers: the second is at fault.
#include <string.h>

int main(void) {
    const char *text = "abc", *none = 0;
    const char *first = memchr(text, 'b', 4);
    const char *second = memchr(none, 'b', 4);
    return first == second;
}
