// target: both
// expect: unsafe overlapping-copy
// line: 13
// example: k = 3
// replay: the sanitizer does not look at memccpy
#include <everypath.h>
#include <string.h>

/* From the fourth character on, what is copied comes from where it goes. */
int main(void) {
    char text[16] = "abcdefgh";
    int k = everypath_range(0, 5, "k");
    memccpy(text + 3, text, 'a' + k, 8);
    return 0;
}
