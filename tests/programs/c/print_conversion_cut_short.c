// target: both
// expect: unsafe invalid-call
// line: 10
// replay: the system's printf does not look
#include <stdio.h>

/* A percent sign is two. */
int main(void) {
    char text[8];
    snprintf(text, sizeof text, "%d%", 50);
    return 0;
}
