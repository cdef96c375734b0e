// target: lp64
// expect: unsafe assertion
// line: 13
// example: word = "yes"
#include <everypath.h>
#include <string.h>

int main(void) {
    char word[4];
    everypath_make_symbolic(word, 3, "word");
    word[3] = 0;
    if (strcmp(word, "yes") == 0) {
        everypath_assert(0);
    }
    return 0;
}
