// target: both
// expect: unsafe invalid-load
// line: 9
// Two calls that differ by their pointers: the second is at fault.
#include <string.h>

int main(void) {
    const char *text = "abc", *none = 0;
    return memchr(text, 'b', 4) == memchr(none, 'b', 4);
}
