// target: lp64
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
#include <everypath.h>

static int first(const char *text) { return text ? *text : 0; }
int (*test)(int) = (int (*)(int))first;

int main(void) { return test(0); }
