// target: lp64
// expect: unsafe
#include <assert.h>
#include <everypath.h>

/* It comes back one too late. */
static char buffer[4];
int main(void) {
    char *at = buffer;
    while (everypath_bool("more")) {
        *at = 1;
        at++;
        if (at == buffer + 5) at = buffer;
    }
    return *at;
}
