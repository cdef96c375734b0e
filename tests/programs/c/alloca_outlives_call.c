// target: both
// expect: unsafe invalid-load
// line: 13
#include <alloca.h>
#include <everypath.h>

static int *kept;

static void keep(void) { { kept = alloca(sizeof(int)), *kept = 1; } }

int main(void) {
    keep();
    return *kept;
}
