// target: both
// expect: safe
// paths: 5
#include <everypath.h>
#include <string.h>

int main(void) {
    char word[5];
    EVERYPATH_SYMBOLIC(word);
    word[4] = 0;
    everypath_assert(strlen(word) <= 4);
    return 0;
}
