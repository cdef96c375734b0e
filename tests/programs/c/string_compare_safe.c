// target: lp64
// expect: safe
#include <everypath.h>
#include <string.h>

int main(void) {
    char word[4];
    everypath_make_symbolic(word, 3, "word");
    word[3] = 0;
    if (strcmp(word, "yes") == 0) {
        everypath_assert(word[0] == 'y' && word[2] == 's');
    }
    return 0;
}
