// target: lp64
// flags: --symbolic-stdin 3
// expect: unsafe assertion
// line: 13
// example: stdin = "abc"
#include <everypath.h>
#include <unistd.h>

int main(void) {
    char buffer[8];
    ssize_t count = read(0, buffer, sizeof buffer);
    everypath_assert(count <= 3);
    if (count == 3) everypath_assert(buffer[0] + 1 != buffer[1] || buffer[1] + 1 != buffer[2] || buffer[0] != 'a');
    return 0;
}
