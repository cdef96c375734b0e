// target: both
// expect: unsafe null-argument
// line: 10
// Nobody needs the results.
#include <string.h>

int main(void) {
    const char *text = "abc", *none = 0;
    memcmp(text, "abd", 4);
    memcmp(text, none, 4);
    return 0;
}
