// target: lp64
// flags: --symbolic-stdin 3
// expect: safe
#include <everypath.h>
#include <unistd.h>

int main(void) {
    char buffer[8];
    ssize_t count = read(0, buffer, sizeof buffer);
    everypath_assert(count <= 3);
    return 0;
}
