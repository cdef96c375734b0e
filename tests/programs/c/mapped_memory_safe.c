// target: lp64
// expect: safe
#define _GNU_SOURCE
#include <everypath.h>
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned i = everypath_unsigned("i");
    everypath_assume(i < 4096);
    p[i] = 1;
    munmap(p, 4096);
    return 0;
}
