// target: both
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
#include <everypath.h>

static int ten(void) { return 10; }

int main(void) {
    float (*number)(void) = (float (*)(void))ten;
    return number() > 1.0f;
}
