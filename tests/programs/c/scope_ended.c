// target: both
// expect: unsafe invalid-store
// line: 13
#include <everypath.h>
#include <string.h>

int main(void) {
    char *text;
    {
        char inner[16];
        text = inner;
    }
    strcpy(text, "hello");
    return 0;
}
