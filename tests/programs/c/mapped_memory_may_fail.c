// target: both
// flags: --malloc-may-fail
// expect: unsafe invalid-store
// line: 12
// replay: no
#define _GNU_SOURCE
#include <everypath.h>
#include <sys/mman.h>

int main(void) {
    char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[0] = 1;
    munmap(p, 4096);
    return 0;
}
