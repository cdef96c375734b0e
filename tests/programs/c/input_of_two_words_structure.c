// target: lp64
// machine: no, such an input needs its type
// expect: unsafe assertion
// replay: a native run has no definition of a function that gives a structure of the program
#include <assert.h>

struct pair { long first, second; };
struct pair nondet_pair(void);

int main(void) {
    struct pair pair = nondet_pair();
    assert(pair.first != 3 || pair.second != -4);
    return 0;
}
