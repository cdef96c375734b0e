// target: both
// flags: --malloc-may-fail
// expect: safe
#define _GNU_SOURCE
#include <errno.h>
#include <everypath.h>
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        everypath_assert(errno == ENOMEM);
        return 0;
    }
    everypath_assert(p[0] == 0);
    p[0] = 1;
    everypath_assert(munmap(p, 0) == -1 && errno == EINVAL);
    munmap(p, 4096);
    return 0;
}
