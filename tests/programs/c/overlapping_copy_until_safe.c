// target: both
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char text[16] = "abcdefgh";
    int k = everypath_range(0, 2, "k");
    char *end = memccpy(text + 3, text, 'a' + k, 8);
    everypath_assert(end == text + 4 + k && text[3] == 'a');
    return 0;
}
