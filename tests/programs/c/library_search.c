// target: lp64
// expect: safe
#include <everypath.h>
#include <stdlib.h>

static int compare(const void *l, const void *r) { return *(const char *)l - *(const char *)r; }

int main(void) {
    static const char letters[] = "acegikmo";
    char key = everypath_char("key");
    char *at = bsearch(&key, letters, 8, 1, compare);
    everypath_assert(at == NULL || *at == key);
    everypath_assert(at != NULL || key != 'g');
    return 0;
}
