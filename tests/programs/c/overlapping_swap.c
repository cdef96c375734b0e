// target: both
// expect: unsafe overlapping-copy
// line: 10
// replay: the sanitizer does not look at swab
#define _XOPEN_SOURCE 700
#include <unistd.h>

int main(void) {
    char text[8] = "badc";
    swab(text, text, 4);
    return 0;
}
