// target: both
// expect: unsafe overlapping-copy
// line: 12
// replay: the sanitizer does not look at mbstowcs
#include <stdlib.h>

int main(void) {
    union {
        char narrow[8];
        wchar_t wide[8];
    } text = {"ab"};
    mbstowcs(text.wide, text.narrow, 2);
    return 0;
}
