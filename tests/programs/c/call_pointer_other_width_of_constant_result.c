// target: both
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
#include <everypath.h>

static int minus_one(void) { return -1; }
long long (*number)(void) = (long long (*)(void))minus_one;

int main(void) { return number() > 0; }
