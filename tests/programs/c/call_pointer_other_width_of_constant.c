// target: both
// replay: the sanitizers of a native run compare no types of calls
// expect: unsafe invalid-call
#include <everypath.h>

static int is_seven(long long number) { return number == 7; }
int (*test)(int) = (int (*)(int))is_seven;

int main(void) { return test(1); }
