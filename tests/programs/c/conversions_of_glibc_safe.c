// target: both
// expect: safe
#include <errno.h>
#include <everypath.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

/* What the standard does not have, but the system's library. */
int main(void) {
    char text[80];
    int number = 0;
    snprintf(text, sizeof text, "%'d|%Id|%b|%#B|%Ld|%qd|%Zu", 1, 2, 5u, 5u, 3LL, 4LL, sizeof(char));
    everypath_assert(strcmp(text, "1|2|101|0B101|3|4|1") == 0);
    errno = 0;
    snprintf(text, sizeof text, "%m|%C|%S", (wint_t)'c', L"wide");
    everypath_assert(strcmp(text, "Success|c|wide") == 0);
    everypath_assert(sscanf("12", "%'d", &number) == 1 && number == 12);
    return 0;
}
