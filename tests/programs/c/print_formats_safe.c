// target: both
// expect: safe
#include <everypath.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int x = everypath_range(40, 45, "x");
    char text[32];
    int count = snprintf(text, sizeof text, "%05d|%-4x|%s|%c", x, 255u, "str", 'c');
    everypath_assert(count == 16 && strlen(text) == 16 && text[3] == '4');
    everypath_assert(text[4] == '0' + x % 10 && strcmp(text + 5, "|ff  |str|c") == 0);
    printf("%d %s %p\n", x, text, (void *)0);
    return 0;
}
