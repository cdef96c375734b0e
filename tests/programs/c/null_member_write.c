// target: lp64
// expect: unsafe invalid-store
// line: 14
// example: size = 11
#include <everypath.h>
#include <stdlib.h>

struct pair { int first, second; };

static struct pair *make(int size) { return size > 10 ? NULL : malloc(sizeof(struct pair)); }

int main(void) {
    struct pair *p = make(everypath_int("size"));
    p->second = 1;
    free(p);
    return 0;
}
