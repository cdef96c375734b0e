// target: both
// expect: unsafe assertion
// line: 11
#include <everypath.h>
#include <string.h>

int main(void) {
    char word[5];
    EVERYPATH_SYMBOLIC(word);
    word[4] = 0;
    everypath_assert(strcmp(word, "door") != 0);
    return 0;
}
