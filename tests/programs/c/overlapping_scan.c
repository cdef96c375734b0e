// target: both
// expect: unsafe overlapping-copy
// line: 9
// replay: the sanitizer does not look at what is read
#include <stdio.h>

int main(void) {
    char text[16] = " word";
    sscanf(text, "%8s", text);
    return 0;
}
