// target: both
// expect: unsafe invalid-call
// line: 9
// replay: no sanitizer looks at streams
#include <stdio.h>

int main(void) {
    fclose(stdin);
    return fclose(stdin);
}
