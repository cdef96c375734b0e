// target: both
// expect: unsafe invalid-call
// line: 10
// replay: the system's scanf does not look
#include <stdio.h>

/* The first ] is a member of the set. */
int main(void) {
    char text[8] = "";
    sscanf("a]b", "%7[]a", text);
    return 0;
}
