// target: both
// expect: safe
#include <everypath.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A file gets the number of what was closed. */
int main(void) {
    unsigned x = (unsigned)everypath_range(1, 9, "x");
    close(1);
    if (open("printed", O_RDWR | O_CREAT | O_TRUNC, 0600) != 1) return 0;
    printf("%u", x);
    lseek(1, 0, SEEK_SET);
    char digit = 0;
    everypath_assert(read(1, &digit, 1) == 1 && digit == (char)('0' + x));
    return 0;
}
